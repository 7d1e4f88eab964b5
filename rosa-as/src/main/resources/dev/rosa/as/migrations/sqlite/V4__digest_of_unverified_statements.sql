-- SHA-256 of a statement that was refused before its signature was verified; the bytes are not kept.
ALTER TABLE audit ADD COLUMN unverified_digest BLOB
  CHECK (unverified_digest IS NULL OR length(unverified_digest) = 32);
