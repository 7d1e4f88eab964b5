-- See the folder "sqlite".
ALTER TABLE storage_identity ADD COLUMN authority CHAR(64);
