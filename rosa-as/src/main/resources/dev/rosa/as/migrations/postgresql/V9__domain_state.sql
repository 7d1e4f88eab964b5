-- See the folder "sqlite".
CREATE TABLE revocations (
  serial  BIGINT PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('session', 'user', 'code', 'epochs', 'router')),
  session BIGINT,
  subject BYTEA,
  up_to   BIGINT CHECK (up_to BETWEEN 1 AND 4294967295),
  name    TEXT NOT NULL,
  ends_at BIGINT NOT NULL CHECK (ends_at BETWEEN 0 AND 4294967295),
  made_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX revocations_by_session ON revocations (session) WHERE session IS NOT NULL;
CREATE INDEX revocations_by_subject ON revocations (subject) WHERE subject IS NOT NULL;
CREATE INDEX revocations_by_end ON revocations (ends_at) WHERE ends_at > 0;

CREATE TABLE revocation_segments (
  segment BIGINT PRIMARY KEY,
  name    BYTEA CHECK (name IS NULL OR length(name) = 32)
);

CREATE TABLE domain_state (
  id                 INTEGER PRIMARY KEY CHECK (id = 1),
  next_serial        BIGINT NOT NULL,
  number             BIGINT NOT NULL,
  issued_millis      BIGINT NOT NULL,
  valid_until_millis BIGINT NOT NULL,
  signed             BYTEA
);
INSERT INTO domain_state (id, next_serial, number, issued_millis, valid_until_millis)
  VALUES (1, 1, 0, 0, 0);
