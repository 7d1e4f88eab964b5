-- The signed state of the domain that goes with the catalogue (carried = 1), and a newer one that
-- waits for its revocations (carried = 0). number is unsigned; times are Unix milliseconds.
CREATE TABLE domain_state (
  carried     INTEGER NOT NULL PRIMARY KEY CHECK (carried IN (0, 1)),
  number      BIGINT  NOT NULL,
  issued_at   BIGINT  NOT NULL,
  valid_until BIGINT  NOT NULL,
  state       BYTEA   NOT NULL
);

-- Segments of the list of revocations, by the SHA-256 of their bytes: those that the carried state
-- names, and those that came for the one that waits.
CREATE TABLE revocation_segment (
  name        CHAR(64) NOT NULL PRIMARY KEY,
  carried     INTEGER  NOT NULL CHECK (carried IN (0, 1)),
  revocations INTEGER  NOT NULL,
  segment     BYTEA    NOT NULL
);

-- Routers that segments revoke. ends_at: Unix seconds, 0: no end.
CREATE TABLE revoked_router (
  segment CHAR(64)     NOT NULL,
  router  VARCHAR(255) NOT NULL,
  ends_at BIGINT       NOT NULL
);
CREATE INDEX revoked_router_by_name ON revoked_router (router);
