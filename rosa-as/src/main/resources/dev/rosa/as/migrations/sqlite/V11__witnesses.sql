-- Witnesses of the audit log: the newest checkpoint that each has cosigned, a signed note with its
-- cosignature, and its signed statement about its key.
CREATE TABLE audit_witness (
  node         TEXT    NOT NULL PRIMARY KEY,
  key_statement BLOB   NOT NULL,
  size         INTEGER NOT NULL,
  note         TEXT    NOT NULL,
  cosigned_at  INTEGER NOT NULL
);

-- A checkpoint that a witness keeps and that this log did not grow from. While it is here, nothing is
-- issued. loss: number of the accepted loss that it names.
CREATE TABLE audit_fork (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  node         TEXT    NOT NULL,
  size         INTEGER NOT NULL,
  root         TEXT    NOT NULL,
  loss         INTEGER NOT NULL,
  found_millis INTEGER NOT NULL
);

-- The loss of rows that the operator accepted last: each checkpoint names it.
CREATE TABLE audit_loss (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL,
  size   INTEGER NOT NULL
);

-- Rows whose entries are to have no bytes any more, and those that have none: an entry of audit_log
-- without bytes was pruned, as no entry has none.
CREATE TABLE audit_pruned (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  decided INTEGER NOT NULL,
  done    INTEGER NOT NULL
);
INSERT INTO audit_pruned (id, decided, done) VALUES (1, 0, 0);

-- private_key of audit_key is sealed under the storage key at the next start.
