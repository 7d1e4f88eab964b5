-- A code may have several publishers, each with a signed statement of its own, and a name belongs to
-- the first who published under it. What was stored under one publisher per code is kept as it is.

CREATE TABLE publication (
  digest            CHAR(64)     NOT NULL,
  publisher         VARCHAR(255) NOT NULL,
  name              VARCHAR(63)  NOT NULL,
  published_at      BIGINT       NOT NULL,
  published_version BIGINT       NOT NULL,
  withdrawn_at      BIGINT,
  statement         BYTEA        NOT NULL,
  PRIMARY KEY (digest, publisher)
);
INSERT INTO publication
  (digest, publisher, name, published_at, published_version, withdrawn_at, statement)
  SELECT digest, publisher, name, published_at, published_version, withdrawn_at, publication
  FROM code;
CREATE INDEX publication_by_name ON publication (name, published_version);

-- Kept when the last code under a name is withdrawn.
CREATE TABLE code_name (
  name      VARCHAR(63)  NOT NULL PRIMARY KEY,
  publisher VARCHAR(255) NOT NULL
);
INSERT INTO code_name (name, publisher)
  SELECT name, publisher FROM publication p WHERE published_version =
    (SELECT MIN(published_version) FROM publication q WHERE q.name = p.name);

DROP INDEX code_by_name;
ALTER TABLE code DROP COLUMN name;
ALTER TABLE code DROP COLUMN publisher;
ALTER TABLE code DROP COLUMN published_at;
ALTER TABLE code DROP COLUMN published_version;
ALTER TABLE code DROP COLUMN withdrawn_at;
ALTER TABLE code DROP COLUMN publication;
