-- The audit log: a Merkle tree (RFC 6962) of all decisions and acts, in the order of their commits.
-- A row is a leaf: the entry's bytes as they were hashed, and the hashes of the subtrees that it is
-- the last leaf of: its own, that of 2 leaves if there is one, that of 4, and so on.
CREATE TABLE audit_log (
  leaf    INTEGER PRIMARY KEY,
  session INTEGER,
  entry   BLOB NOT NULL CHECK (length(entry) <= 65535),
  hashes  BLOB NOT NULL CHECK (length(hashes) >= 32 AND length(hashes) % 32 = 0)
);
CREATE INDEX audit_log_by_session ON audit_log (session) WHERE session IS NOT NULL;

-- Size of the tree, and the hashes of its complete subtrees, largest first. Every leaf changes it.
CREATE TABLE audit_head (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  size     INTEGER NOT NULL,
  subtrees BLOB NOT NULL
);
INSERT INTO audit_head (id, size, subtrees) VALUES (1, 0, x'');

-- The Ed25519 key that signs checkpoints, under the log's name.
CREATE TABLE audit_key (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  name        TEXT NOT NULL,
  public_key  BLOB NOT NULL CHECK (length(public_key) = 32),
  private_key BLOB NOT NULL,
  made_at     INTEGER NOT NULL
);

-- The newest checkpoint.
CREATE TABLE audit_checkpoint (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  size          INTEGER NOT NULL,
  note          TEXT NOT NULL,
  signed_millis INTEGER NOT NULL
);

-- The tables "audit" and "administration" keep rows from before the log until a server or command
-- has moved them into it.
ALTER TABLE sessions DROP COLUMN audit_seq;
DROP INDEX audit_by_session;
