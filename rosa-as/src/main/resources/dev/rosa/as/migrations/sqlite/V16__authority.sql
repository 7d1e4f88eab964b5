-- SHA-256 of the public key of the domain's authority, NULL until the first start that knows of it:
-- another authority may have chosen the same number for its domain.
ALTER TABLE storage_identity ADD COLUMN authority CHAR(64);
