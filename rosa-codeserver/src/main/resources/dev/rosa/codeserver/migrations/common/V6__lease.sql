-- 1 if an Authorization Server has ever given this storage a lease: from then on nothing is served
-- without one.
ALTER TABLE catalogue ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
