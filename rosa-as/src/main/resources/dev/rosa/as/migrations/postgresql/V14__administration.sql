-- See the folder "sqlite".
CREATE TABLE administrators (
  name TEXT PRIMARY KEY
);

CREATE TABLE administration_acts (
  caller     TEXT NOT NULL,
  request_id BYTEA NOT NULL CHECK (length(request_id) = 16),
  leaf       BIGINT NOT NULL,
  PRIMARY KEY (caller, request_id)
);

CREATE TABLE epoch_floor (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  least BIGINT NOT NULL
);
INSERT INTO epoch_floor (id, least) VALUES (1, 1);
