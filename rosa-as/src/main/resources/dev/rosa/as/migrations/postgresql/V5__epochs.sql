-- See the folder "sqlite" for what the columns hold.
ALTER TABLE code_secrets ADD COLUMN activated_at BIGINT;
ALTER TABLE code_secrets ADD COLUMN retired_at BIGINT;
UPDATE code_secrets SET activated_at = created_at WHERE state <> 'staged';

ALTER TABLE staging_confirmations ADD COLUMN spread_at BIGINT;
UPDATE staging_confirmations SET spread_at = confirmed_at;

CREATE TABLE code_server_leases (
  code_server       TEXT PRIMARY KEY,
  held_until_millis BIGINT NOT NULL
);

ALTER TABLE administration DROP CONSTRAINT administration_act_check;
ALTER TABLE administration ADD CONSTRAINT administration_act_check CHECK (length(act) <= 100);
