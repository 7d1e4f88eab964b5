-- The tables of version 6 for PostgreSQL; see the folder "sqlite" for what they hold.

CREATE TABLE audit_log (
  leaf    BIGINT PRIMARY KEY,
  session BIGINT,
  entry   BYTEA NOT NULL CHECK (length(entry) <= 65535),
  hashes  BYTEA NOT NULL CHECK (length(hashes) >= 32 AND length(hashes) % 32 = 0)
);
CREATE INDEX audit_log_by_session ON audit_log (session) WHERE session IS NOT NULL;

CREATE TABLE audit_head (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  size     BIGINT NOT NULL,
  subtrees BYTEA NOT NULL
);
INSERT INTO audit_head (id, size, subtrees) VALUES (1, 0, ''::bytea);

CREATE TABLE audit_key (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  name        TEXT NOT NULL,
  public_key  BYTEA NOT NULL CHECK (length(public_key) = 32),
  private_key BYTEA NOT NULL,
  made_at     BIGINT NOT NULL
);

CREATE TABLE audit_checkpoint (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  size          BIGINT NOT NULL,
  note          TEXT NOT NULL,
  signed_millis BIGINT NOT NULL
);

ALTER TABLE sessions DROP COLUMN audit_seq;
DROP INDEX audit_by_session;
