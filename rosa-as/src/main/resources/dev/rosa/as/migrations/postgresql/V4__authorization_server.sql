-- The tables of version 4 for PostgreSQL; see the folder "sqlite" for what they hold.

CREATE TABLE users (
  name       TEXT PRIMARY KEY,
  u          BYTEA NOT NULL UNIQUE CHECK (length(u) = 16),
  origin     TEXT NOT NULL CHECK (origin IN ('config', 'admin')),
  active     INTEGER NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE codes (
  name       TEXT PRIMARY KEY,
  digest     BYTEA NOT NULL CHECK (length(digest) = 32),
  origin     TEXT NOT NULL CHECK (origin IN ('config', 'admin')),
  active     INTEGER NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE rules (
  id                      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_name               TEXT NOT NULL,
  code_name               TEXT NOT NULL,
  source                  TEXT NOT NULL,
  destination             TEXT NOT NULL,
  max_window_seconds      BIGINT NOT NULL CHECK (max_window_seconds > 0),
  grant_bits              BIGINT NOT NULL,
  origin                  TEXT NOT NULL CHECK (origin IN ('config', 'admin')),
  position                INTEGER NOT NULL DEFAULT 0,
  max_sessions            INTEGER NOT NULL DEFAULT 0 CHECK (max_sessions >= 0),
  max_sessions_per_user   INTEGER NOT NULL DEFAULT 0 CHECK (max_sessions_per_user >= 0),
  max_requests_per_minute INTEGER NOT NULL DEFAULT 0 CHECK (max_requests_per_minute >= 0)
);

CREATE TABLE code_secrets (
  code_digest BYTEA NOT NULL CHECK (length(code_digest) = 32),
  epoch       BIGINT NOT NULL CHECK (epoch BETWEEN 1 AND 4294967295),
  state       TEXT NOT NULL CHECK (state IN ('staged', 'active', 'retired')),
  kci         BYTEA CHECK (kci IS NULL OR length(kci) = 32),
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (code_digest, epoch)
);

CREATE TABLE staging_confirmations (
  code_digest  BYTEA NOT NULL,
  epoch        BIGINT NOT NULL,
  code_server  TEXT NOT NULL,
  confirmed_at BIGINT NOT NULL,
  PRIMARY KEY (code_digest, epoch, code_server),
  FOREIGN KEY (code_digest, epoch) REFERENCES code_secrets (code_digest, epoch)
);

CREATE TABLE audit (
  seq               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_millis   BIGINT NOT NULL,
  method            TEXT NOT NULL CHECK (method IN ('request', 'join')),
  caller            TEXT NOT NULL,
  outcome           TEXT NOT NULL CHECK (outcome IN ('granted', 'refused')),
  status            TEXT NOT NULL,
  reason            TEXT NOT NULL CHECK (length(reason) <= 1000),
  session           BIGINT,
  statement         BYTEA CHECK (length(statement) <= 8192),
  signature         BYTEA CHECK (length(signature) <= 256),
  certificate       BYTEA CHECK (length(certificate) <= 8192),
  unverified_digest BYTEA CHECK (unverified_digest IS NULL OR length(unverified_digest) = 32)
);
CREATE INDEX audit_by_session ON audit (session);

CREATE TABLE sessions (
  session     BIGINT PRIMARY KEY,
  caller      TEXT NOT NULL,
  request_id  BYTEA NOT NULL CHECK (length(request_id) = 16),
  audit_seq   BIGINT NOT NULL REFERENCES audit (seq),
  rule        BIGINT NOT NULL,
  suite       INTEGER NOT NULL,
  domain      BIGINT NOT NULL,
  epoch       BIGINT NOT NULL,
  sst         BIGINT NOT NULL,
  set_        BIGINT NOT NULL,
  u           BYTEA NOT NULL CHECK (length(u) = 16),
  code_name   TEXT NOT NULL,
  code_digest BYTEA NOT NULL CHECK (length(code_digest) = 32),
  grant_bits  BIGINT NOT NULL,
  source      BYTEA NOT NULL,
  destination BYTEA NOT NULL,
  UNIQUE (caller, request_id)
);
CREATE INDEX sessions_by_secret ON sessions (code_digest, epoch, set_);
CREATE INDEX sessions_by_caller ON sessions (caller, set_);
CREATE INDEX sessions_by_rule ON sessions (rule, set_);

CREATE TABLE recipients (
  session   BIGINT NOT NULL REFERENCES sessions (session),
  recipient TEXT NOT NULL,
  PRIMARY KEY (session, recipient)
);

CREATE TABLE clock_floor (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  unix_seconds BIGINT NOT NULL
);
INSERT INTO clock_floor (id, unix_seconds) VALUES (1, 0);

CREATE TABLE administration (
  seq       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_millis BIGINT NOT NULL,
  who       TEXT NOT NULL,
  act       TEXT NOT NULL CHECK (act IN ('clock accept')),
  old_value TEXT NOT NULL,
  new_value TEXT NOT NULL
);
