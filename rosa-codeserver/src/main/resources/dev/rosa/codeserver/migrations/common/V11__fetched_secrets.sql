-- The newest epoch of each code whose secret a router has fetched: after a start, too, a refresh
-- waits for the routers that use the code. noted grows with each row that is written, so that the
-- oldest rows are known.
CREATE TABLE fetched_secret (
  router VARCHAR(255) NOT NULL,
  digest CHAR(64)     NOT NULL,
  epoch  BIGINT       NOT NULL,
  noted  BIGINT       NOT NULL,
  PRIMARY KEY (router, digest)
);
CREATE INDEX fetched_secret_by_code ON fetched_secret (digest, epoch);
CREATE INDEX fetched_secret_by_age ON fetched_secret (noted);
