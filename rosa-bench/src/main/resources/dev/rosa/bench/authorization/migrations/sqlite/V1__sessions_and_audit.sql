-- What a session leaves behind at an Authorization Server, with the same indexes.
CREATE TABLE audit (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  received_millis INTEGER NOT NULL,
  caller          TEXT NOT NULL,
  session         INTEGER,
  statement       BLOB,
  signature       BLOB,
  certificate     BLOB
);
CREATE INDEX audit_by_session ON audit (session);

CREATE TABLE sessions (
  session     INTEGER PRIMARY KEY,
  caller      TEXT NOT NULL,
  request_id  BLOB NOT NULL,
  rule        INTEGER NOT NULL,
  set_        INTEGER NOT NULL,
  u           BLOB NOT NULL,
  code_digest BLOB NOT NULL,
  UNIQUE (caller, request_id)
);
CREATE INDEX sessions_by_secret ON sessions (code_digest, set_);
CREATE INDEX sessions_by_caller ON sessions (caller, set_);
CREATE INDEX sessions_by_rule ON sessions (rule, set_);
