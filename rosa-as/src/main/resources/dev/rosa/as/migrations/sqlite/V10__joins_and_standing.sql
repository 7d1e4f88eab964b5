-- Ids of joins: one user never uses an id twice. signed_at is Unix seconds; a join that is older than a
-- minute is refused, and rows are deleted some time after that.
CREATE TABLE joins (
  caller     TEXT NOT NULL,
  request_id BLOB NOT NULL CHECK (length(request_id) = 16),
  signed_at  INTEGER NOT NULL,
  PRIMARY KEY (caller, request_id)
) WITHOUT ROWID;
CREATE INDEX joins_by_time ON joins (signed_at);

-- Number of the present states of epochs. Every change of them raises it in its transaction. With
-- policy_version and the next serial of revocations it tells a server, in one row, that the standing
-- of sessions may have changed.
CREATE TABLE epoch_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
);
INSERT INTO epoch_version (id, version) VALUES (1, 1);

CREATE TRIGGER epochs_changed AFTER UPDATE OF state ON code_secrets BEGIN
  UPDATE epoch_version SET version = version + 1;
END;
