-- Last second, Unix time, at which a router may take a packet of a session that this storage lost when
-- it was restored from a backup or set back; 0: there is none. A restore and an accepted loss raise it.
CREATE TABLE lost_sessions (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  last_end INTEGER NOT NULL
);
INSERT INTO lost_sessions (id, last_end) VALUES (1, 0);
