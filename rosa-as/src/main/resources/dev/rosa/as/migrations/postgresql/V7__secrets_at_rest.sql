-- kci is sealed under the storage key, and longer than the secret. Those that are there are sealed
-- at the first start with a key.
ALTER TABLE code_secrets DROP CONSTRAINT code_secrets_kci_check;

-- One row, made at the first start with a storage key: whose storage this is. key_sample opens with
-- the right key alone; erased is 0 while the files may have secrets that were not sealed; restored_at
-- is set from a restore until the server has seen it.
CREATE TABLE storage_identity (
  id          INTEGER      NOT NULL PRIMARY KEY CHECK (id = 1),
  role        VARCHAR(63)  NOT NULL,
  domain      BIGINT,
  name        CHAR(32)     NOT NULL,
  key_sample  VARCHAR(255) NOT NULL,
  erased      INTEGER      NOT NULL CHECK (erased IN (0, 1)),
  restored_at BIGINT
);
