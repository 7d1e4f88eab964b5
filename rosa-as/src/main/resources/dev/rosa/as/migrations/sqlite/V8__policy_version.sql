-- Number of the present users, codes and rules. Every change of them raises it in its transaction, so
-- that a server that keeps them in memory sees a change by any process.
CREATE TABLE policy_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
);
INSERT INTO policy_version (id, version) VALUES (1, 1);

CREATE TRIGGER users_inserted AFTER INSERT ON users BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER users_updated AFTER UPDATE ON users BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER users_deleted AFTER DELETE ON users BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER codes_inserted AFTER INSERT ON codes BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER codes_updated AFTER UPDATE ON codes BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER codes_deleted AFTER DELETE ON codes BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER rules_inserted AFTER INSERT ON rules BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER rules_updated AFTER UPDATE ON rules BEGIN
  UPDATE policy_version SET version = version + 1;
END;
CREATE TRIGGER rules_deleted AFTER DELETE ON rules BEGIN
  UPDATE policy_version SET version = version + 1;
END;
