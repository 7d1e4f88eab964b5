-- See the folder "sqlite".
CREATE TABLE joins (
  caller     TEXT NOT NULL,
  request_id BYTEA NOT NULL CHECK (length(request_id) = 16),
  signed_at  BIGINT NOT NULL,
  PRIMARY KEY (caller, request_id)
);
CREATE INDEX joins_by_time ON joins (signed_at);

CREATE TABLE epoch_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL
);
INSERT INTO epoch_version (id, version) VALUES (1, 1);

CREATE FUNCTION raise_epoch_version() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE epoch_version SET version = version + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER epochs_changed AFTER UPDATE ON code_secrets
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch_version();
