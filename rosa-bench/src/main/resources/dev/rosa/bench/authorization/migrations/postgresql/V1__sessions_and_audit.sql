-- What a session leaves behind at an Authorization Server, with the same indexes.
CREATE TABLE audit (
  seq             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_millis BIGINT NOT NULL,
  caller          TEXT NOT NULL,
  session         BIGINT,
  statement       BYTEA,
  signature       BYTEA,
  certificate     BYTEA
);
CREATE INDEX audit_by_session ON audit (session);

CREATE TABLE sessions (
  session     BIGINT PRIMARY KEY,
  caller      TEXT NOT NULL,
  request_id  BYTEA NOT NULL,
  rule        BIGINT NOT NULL,
  set_        BIGINT NOT NULL,
  u           BYTEA NOT NULL,
  code_digest BYTEA NOT NULL,
  UNIQUE (caller, request_id)
);
CREATE INDEX sessions_by_secret ON sessions (code_digest, set_);
CREATE INDEX sessions_by_caller ON sessions (caller, set_);
CREATE INDEX sessions_by_rule ON sessions (rule, set_);
