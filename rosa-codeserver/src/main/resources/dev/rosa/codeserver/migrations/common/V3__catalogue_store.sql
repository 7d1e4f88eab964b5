-- Names this storage, so that a router can tell an older catalogue of it from one of another that
-- is numbered anew. Drawn at random when the storage is opened for the first time; 0: not drawn yet.
ALTER TABLE catalogue ADD COLUMN store BIGINT NOT NULL DEFAULT 0;
