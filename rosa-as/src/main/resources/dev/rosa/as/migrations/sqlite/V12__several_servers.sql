-- The last server that declared users, codes and rules in its configuration, and the SHA-256 of them:
-- servers on one database are to declare the same.
CREATE TABLE declared_configuration (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  server TEXT NOT NULL,
  digest TEXT NOT NULL CHECK (length(digest) = 64)
);
