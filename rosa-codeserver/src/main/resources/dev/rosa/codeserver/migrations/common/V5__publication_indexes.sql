-- What stands is found without a look at what was withdrawn, and the last withdrawn first.
CREATE INDEX publication_standing ON publication (name, published_version)
  WHERE withdrawn_at IS NULL;
CREATE INDEX publication_withdrawn ON publication (withdrawn_at, published_version)
  WHERE withdrawn_at IS NOT NULL;
CREATE INDEX publication_by_publisher ON publication (publisher);
