-- Publications and enrolments that the audit log has, by the SHA-256 of the bytes that were signed: a
-- publisher's statement, or a certificate. None becomes a leaf twice.
CREATE TABLE recorded_statements (
  kind TEXT NOT NULL CHECK (kind IN ('publication', 'enrolment')),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (kind, hash)
) WITHOUT ROWID;
