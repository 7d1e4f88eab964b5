-- Life of an epoch: created, staged at the Code Servers, active, retired. Times are Unix seconds.
ALTER TABLE code_secrets ADD COLUMN activated_at INTEGER;
ALTER TABLE code_secrets ADD COLUMN retired_at INTEGER;
UPDATE code_secrets SET activated_at = created_at WHERE state <> 'staged';

-- When the routers of a Code Server had the secret, or were no longer waited for. A row is deleted
-- when the Code Server has destroyed the secret.
ALTER TABLE staging_confirmations ADD COLUMN spread_at INTEGER;
UPDATE staging_confirmations SET spread_at = confirmed_at;

-- Until when a Code Server may serve without hearing of new epochs, in Unix milliseconds.
CREATE TABLE code_server_leases (
  code_server       TEXT PRIMARY KEY,
  held_until_millis INTEGER NOT NULL
);

-- The same table for acts of any name.
CREATE TABLE administration_5 (
  seq       INTEGER PRIMARY KEY AUTOINCREMENT,
  at_millis INTEGER NOT NULL,
  who       TEXT NOT NULL,
  act       TEXT NOT NULL CHECK (length(act) <= 100),
  old_value TEXT NOT NULL,
  new_value TEXT NOT NULL
);
INSERT INTO administration_5 (seq, at_millis, who, act, old_value, new_value)
  SELECT seq, at_millis, who, act, old_value, new_value FROM administration;
DROP TABLE administration;
ALTER TABLE administration_5 RENAME TO administration;
