-- Revocations. A serial is given once. Segment k of the list has the serials from 1000 k on, in their
-- order. ends_at 0: no end.
CREATE TABLE revocations (
  serial  INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('session', 'user', 'code', 'epochs', 'router')),
  session INTEGER,
  -- U, or the digest of the code.
  subject BLOB,
  up_to   INTEGER CHECK (up_to BETWEEN 1 AND 4294967295),
  -- Of the user or code; a router's identity; empty for a session.
  name    TEXT NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at BETWEEN 0 AND 4294967295),
  made_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX revocations_by_session ON revocations (session) WHERE session IS NOT NULL;
CREATE INDEX revocations_by_subject ON revocations (subject) WHERE subject IS NOT NULL;
CREATE INDEX revocations_by_end ON revocations (ends_at) WHERE ends_at > 0;

-- Segments that have revocations. name is the SHA-256 of the segment's bytes, NULL from a change of its
-- revocations until the next state is signed.
CREATE TABLE revocation_segments (
  segment INTEGER PRIMARY KEY,
  name    BLOB CHECK (name IS NULL OR length(name) = 32)
);

-- The newest signed state of the domain, NULL before the first, and the serial of the next revocation.
CREATE TABLE domain_state (
  id                 INTEGER PRIMARY KEY CHECK (id = 1),
  next_serial        INTEGER NOT NULL,
  number             INTEGER NOT NULL,
  issued_millis      INTEGER NOT NULL,
  valid_until_millis INTEGER NOT NULL,
  signed             BLOB
);
INSERT INTO domain_state (id, next_serial, number, issued_millis, valid_until_millis)
  VALUES (1, 1, 0, 0, 0);
