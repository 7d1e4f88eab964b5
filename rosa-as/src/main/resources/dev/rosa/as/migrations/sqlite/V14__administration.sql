-- Names of those who may administer over the network, beside their certificate's role.
CREATE TABLE administrators (
  name TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Ids of acts that were carried out, and the leaf of the audit log with the signed act and its answer.
-- They are kept: none counts twice.
CREATE TABLE administration_acts (
  caller     TEXT NOT NULL,
  request_id BLOB NOT NULL CHECK (length(request_id) = 16),
  leaf       INTEGER NOT NULL,
  PRIMARY KEY (caller, request_id)
) WITHOUT ROWID;

-- Least number of an epoch that is made from now on. A restore from a backup raises it.
CREATE TABLE epoch_floor (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  least INTEGER NOT NULL
);
INSERT INTO epoch_floor (id, least) VALUES (1, 1);
