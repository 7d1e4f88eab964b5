-- A configured rule keeps its id over restarts, so that the sessions opened under it go on to count;
-- its place in the file is kept apart. 0 in a limit: the rule sets none.
ALTER TABLE rules ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rules ADD COLUMN max_sessions INTEGER NOT NULL DEFAULT 0 CHECK (max_sessions >= 0);
ALTER TABLE rules ADD COLUMN max_requests_per_minute INTEGER NOT NULL DEFAULT 0
  CHECK (max_requests_per_minute >= 0);

-- The live sessions of a user and of a rule.
CREATE INDEX sessions_by_caller ON sessions (caller, set_);
CREATE INDEX sessions_by_rule ON sessions (rule, set_);

-- Acts of administration that change what the server holds to be true; append-only.
CREATE TABLE administration (
  seq       INTEGER PRIMARY KEY AUTOINCREMENT,
  at_millis INTEGER NOT NULL,
  -- The user of the operating system who ran the command.
  who       TEXT NOT NULL,
  act       TEXT NOT NULL CHECK (act IN ('clock accept')),
  old_value TEXT NOT NULL,
  new_value TEXT NOT NULL
);
