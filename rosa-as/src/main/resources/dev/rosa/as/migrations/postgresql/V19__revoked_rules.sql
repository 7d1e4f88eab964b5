-- See the folder "sqlite".
ALTER TABLE revocations ADD COLUMN rule BIGINT;
