-- Number of the state that first names the last revocation of a router, NULL from that revocation until
-- the state is signed.
ALTER TABLE domain_state ADD COLUMN routers_from INTEGER;
