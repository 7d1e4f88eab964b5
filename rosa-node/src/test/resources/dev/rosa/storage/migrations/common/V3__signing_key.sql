CREATE TABLE signing_key (
  private_key BYTEA NOT NULL
);
