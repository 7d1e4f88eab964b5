-- Everything the Authorization Server must not lose. Times are Unix seconds unless the name says
-- otherwise; unsigned 32-bit numbers are stored as they are, session as the same 64 bits signed.

CREATE TABLE users (
  name       TEXT PRIMARY KEY,
  -- U. Kept when the user is removed, so that the same person never gets another one.
  u          BLOB NOT NULL UNIQUE CHECK (length(u) = 16),
  origin     TEXT NOT NULL CHECK (origin IN ('config', 'admin')),
  active     INTEGER NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE codes (
  name       TEXT PRIMARY KEY,
  digest     BLOB NOT NULL CHECK (length(digest) = 32),
  origin     TEXT NOT NULL CHECK (origin IN ('config', 'admin')),
  active     INTEGER NOT NULL CHECK (active IN (0, 1))
);

-- '*' in user_name, code_name, source or destination stands for any.
CREATE TABLE rules (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT,
  user_name          TEXT NOT NULL,
  code_name          TEXT NOT NULL,
  source             TEXT NOT NULL,
  destination        TEXT NOT NULL,
  max_window_seconds INTEGER NOT NULL CHECK (max_window_seconds > 0),
  grant_bits         INTEGER NOT NULL,
  origin             TEXT NOT NULL CHECK (origin IN ('config', 'admin'))
);

-- Kci per code and epoch: staged (on its way to the code servers), active (may be issued under),
-- retired (kci is NULL: destroyed).
CREATE TABLE code_secrets (
  code_digest BLOB NOT NULL CHECK (length(code_digest) = 32),
  epoch       INTEGER NOT NULL CHECK (epoch BETWEEN 1 AND 4294967295),
  state       TEXT NOT NULL CHECK (state IN ('staged', 'active', 'retired')),
  kci         BLOB CHECK (kci IS NULL OR length(kci) = 32),
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (code_digest, epoch)
);

CREATE TABLE staging_confirmations (
  code_digest  BLOB NOT NULL,
  epoch        INTEGER NOT NULL,
  code_server  TEXT NOT NULL,
  confirmed_at INTEGER NOT NULL,
  PRIMARY KEY (code_digest, epoch, code_server),
  FOREIGN KEY (code_digest, epoch) REFERENCES code_secrets (code_digest, epoch)
);

-- One row per decision. The signed bytes, signature and certificate are kept exactly as they came.
CREATE TABLE audit (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  received_millis INTEGER NOT NULL,
  method          TEXT NOT NULL CHECK (method IN ('request', 'join')),
  caller          TEXT NOT NULL,
  outcome         TEXT NOT NULL CHECK (outcome IN ('granted', 'refused')),
  status          TEXT NOT NULL,
  reason          TEXT NOT NULL CHECK (length(reason) <= 1000),
  session         INTEGER,
  statement       BLOB CHECK (length(statement) <= 8192),
  signature       BLOB CHECK (length(signature) <= 256),
  certificate     BLOB CHECK (length(certificate) <= 8192)
);
CREATE INDEX audit_by_session ON audit (session);

CREATE TABLE sessions (
  session     INTEGER PRIMARY KEY,
  caller      TEXT NOT NULL,
  request_id  BLOB NOT NULL CHECK (length(request_id) = 16),
  audit_seq   INTEGER NOT NULL REFERENCES audit (seq),
  rule        INTEGER NOT NULL,
  suite       INTEGER NOT NULL,
  domain      INTEGER NOT NULL,
  epoch       INTEGER NOT NULL,
  sst         INTEGER NOT NULL,
  set_        INTEGER NOT NULL,
  u           BLOB NOT NULL CHECK (length(u) = 16),
  code_name   TEXT NOT NULL,
  code_digest BLOB NOT NULL CHECK (length(code_digest) = 32),
  grant_bits  INTEGER NOT NULL,
  source      BLOB NOT NULL,
  destination BLOB NOT NULL,
  -- The replay guard: one user never uses a request id twice.
  UNIQUE (caller, request_id)
);
-- Which Kci may be destroyed: none that a session still runs under.
CREATE INDEX sessions_by_secret ON sessions (code_digest, epoch, set_);

CREATE TABLE recipients (
  session   INTEGER NOT NULL REFERENCES sessions (session),
  recipient TEXT NOT NULL,
  PRIMARY KEY (session, recipient)
) WITHOUT ROWID;

-- The latest time at which a session was issued: the clock must not fall behind it.
CREATE TABLE clock_floor (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  unix_seconds INTEGER NOT NULL
);
INSERT INTO clock_floor (id, unix_seconds) VALUES (1, 0);
