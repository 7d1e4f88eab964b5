-- See the folder "sqlite".
ALTER TABLE code_secrets ADD COLUMN commitment BYTEA
  CHECK (commitment IS NULL OR length(commitment) = 16);
