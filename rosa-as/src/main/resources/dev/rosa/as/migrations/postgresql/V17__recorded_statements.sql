-- See the folder "sqlite".
CREATE TABLE recorded_statements (
  kind TEXT NOT NULL CHECK (kind IN ('publication', 'enrolment')),
  hash BYTEA NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (kind, hash)
);
