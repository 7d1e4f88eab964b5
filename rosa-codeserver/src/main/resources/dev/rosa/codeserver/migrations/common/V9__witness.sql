-- The Ed25519 key with which Code Servers on this storage cosign checkpoints of the domain's audit
-- log. private_key is sealed under the storage key.
CREATE TABLE witness_key (
  id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  public_key  BYTEA   NOT NULL,
  private_key BYTEA   NOT NULL
);

-- The newest checkpoint that each Code Server has cosigned.
CREATE TABLE log_witness (
  node       VARCHAR(255) NOT NULL PRIMARY KEY,
  checkpoint BYTEA        NOT NULL
);
