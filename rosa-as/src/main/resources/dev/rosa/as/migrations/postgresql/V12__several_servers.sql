-- The last server that declared users, codes and rules in its configuration, and the SHA-256 of them:
-- servers on one database are to declare the same.
CREATE TABLE declared_configuration (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  server TEXT NOT NULL,
  digest TEXT NOT NULL CHECK (length(digest) = 64)
);

-- Hints to the other servers on the database, which look at it regularly as well. SQLite sends none.
-- The channel has the schema's name.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA, '');
  RETURN NULL;
END
$$;

CREATE TRIGGER codes_announced AFTER INSERT OR UPDATE OR DELETE ON codes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
CREATE TRIGGER code_secrets_announced AFTER INSERT OR UPDATE OR DELETE ON code_secrets
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
CREATE TRIGGER staging_confirmations_announced AFTER INSERT OR UPDATE OR DELETE ON staging_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
CREATE TRIGGER revocations_announced AFTER INSERT OR UPDATE OR DELETE ON revocations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
CREATE TRIGGER domain_state_announced AFTER INSERT OR UPDATE OR DELETE ON domain_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
