-- What the Code Server keeps. Plain SQL that PostgreSQL takes too: BYTEA is its name for bytes,
-- SQLite stores bytes as they are whatever their column's type is called. Times are Unix seconds.

-- One row; grows with every change, so that a router can tell a newer catalogue from an older one.
CREATE TABLE catalogue (
  version BIGINT NOT NULL
);
INSERT INTO catalogue (version) VALUES (0);

-- A name stands for the code that was published under it last (highest published_version).
CREATE TABLE code (
  digest            CHAR(64)     NOT NULL PRIMARY KEY,
  name              VARCHAR(63)  NOT NULL,
  publisher         VARCHAR(255) NOT NULL,
  published_at      BIGINT       NOT NULL,
  published_version BIGINT       NOT NULL,
  withdrawn_at      BIGINT,
  entry_class       VARCHAR(512) NOT NULL,
  size_bytes        INTEGER      NOT NULL,
  bundle            BYTEA        NOT NULL,
  publication       BYTEA        NOT NULL
);
CREATE INDEX code_by_name ON code (name, published_version);

-- Kci per code and epoch. A secret may be staged before its code is published.
CREATE TABLE code_secret (
  digest CHAR(64) NOT NULL,
  epoch  BIGINT   NOT NULL,
  kci    BYTEA    NOT NULL,
  PRIMARY KEY (digest, epoch)
);
