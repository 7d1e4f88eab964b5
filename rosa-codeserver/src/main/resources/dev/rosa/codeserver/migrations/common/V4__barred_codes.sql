-- Digests that the operator has withdrawn: published by none until the operator allows them again.
-- What an operator withdrew before this version looks like a publisher's withdrawal, and is not here.
CREATE TABLE barred_code (
  digest    CHAR(64) NOT NULL PRIMARY KEY,
  barred_at BIGINT   NOT NULL
);

-- Publications that their publisher has replaced by a later one of the same bytes: every statement
-- that was signed is kept.
CREATE TABLE earlier_publication (
  digest            CHAR(64)     NOT NULL,
  publisher         VARCHAR(255) NOT NULL,
  name              VARCHAR(63)  NOT NULL,
  published_at      BIGINT       NOT NULL,
  published_version BIGINT       NOT NULL,
  withdrawn_at      BIGINT,
  statement         BYTEA        NOT NULL,
  PRIMARY KEY (digest, publisher, published_version)
);
CREATE INDEX earlier_publication_by_publisher ON earlier_publication (publisher);

-- Names are counted per publisher.
CREATE INDEX code_name_by_publisher ON code_name (publisher);
