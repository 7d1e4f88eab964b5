-- Tables that every storage has; the bench keeps no secret.
CREATE TABLE code_secret (
  digest CHAR(64) NOT NULL,
  epoch  BIGINT   NOT NULL,
  kci    BYTEA    NOT NULL,
  PRIMARY KEY (digest, epoch)
);

CREATE TABLE storage_identity (
  id          INTEGER      NOT NULL PRIMARY KEY CHECK (id = 1),
  role        VARCHAR(63)  NOT NULL,
  domain      BIGINT,
  name        CHAR(32)     NOT NULL,
  key_sample  VARCHAR(255) NOT NULL,
  erased      INTEGER      NOT NULL CHECK (erased IN (0, 1)),
  restored_at BIGINT
);
