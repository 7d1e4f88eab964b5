-- See the folder "sqlite".
CREATE TABLE audit_witness (
  node         TEXT    NOT NULL PRIMARY KEY,
  key_statement BYTEA  NOT NULL,
  size         BIGINT NOT NULL,
  note         TEXT    NOT NULL,
  cosigned_at  BIGINT NOT NULL
);

CREATE TABLE audit_fork (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  node         TEXT    NOT NULL,
  size         BIGINT NOT NULL,
  root         TEXT    NOT NULL,
  loss         BIGINT NOT NULL,
  found_millis BIGINT NOT NULL
);

CREATE TABLE audit_loss (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  number BIGINT NOT NULL,
  size   BIGINT NOT NULL
);

CREATE TABLE audit_pruned (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  decided BIGINT NOT NULL,
  done    BIGINT NOT NULL
);
INSERT INTO audit_pruned (id, decided, done) VALUES (1, 0, 0);
