-- See the folder "sqlite".
CREATE TABLE policy_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL
);
INSERT INTO policy_version (id, version) VALUES (1, 1);

-- Also for statements of an administrator of the database, whose search path is another one.
CREATE FUNCTION raise_policy_version() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE policy_version SET version = version + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION raise_policy_version();
CREATE TRIGGER codes_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON codes
  FOR EACH STATEMENT EXECUTE FUNCTION raise_policy_version();
CREATE TRIGGER rules_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON rules
  FOR EACH STATEMENT EXECUTE FUNCTION raise_policy_version();
