-- Rule with which a session was revoked; NULL: by its own number. Nothing is known of earlier ones.
ALTER TABLE revocations ADD COLUMN rule INTEGER;
