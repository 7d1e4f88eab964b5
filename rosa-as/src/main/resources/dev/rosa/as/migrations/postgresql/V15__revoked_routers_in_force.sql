-- See the folder "sqlite".
ALTER TABLE domain_state ADD COLUMN routers_from BIGINT;
