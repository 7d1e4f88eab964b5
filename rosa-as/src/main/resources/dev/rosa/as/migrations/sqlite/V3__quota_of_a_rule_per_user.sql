-- Live sessions of each user under a rule; 0: the rule sets no limit.
ALTER TABLE rules ADD COLUMN max_sessions_per_user INTEGER NOT NULL DEFAULT 0
  CHECK (max_sessions_per_user >= 0);
