-- See the folder "sqlite".
CREATE TABLE lost_sessions (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  last_end BIGINT NOT NULL
);
INSERT INTO lost_sessions (id, last_end) VALUES (1, 0);
