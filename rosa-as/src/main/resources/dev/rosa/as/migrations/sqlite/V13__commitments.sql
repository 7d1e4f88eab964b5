-- Commitment to kci in the domain's signed state, NULL until the first state that names the epoch is
-- signed.
ALTER TABLE code_secrets ADD COLUMN commitment BLOB
  CHECK (commitment IS NULL OR length(commitment) = 16);
