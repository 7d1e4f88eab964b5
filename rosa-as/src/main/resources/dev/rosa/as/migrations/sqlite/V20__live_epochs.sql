-- Rows of retired epochs stay for the audit: no server walks over all of them.
CREATE INDEX code_secrets_live ON code_secrets (code_digest, epoch) WHERE state <> 'retired';
CREATE INDEX code_secrets_made ON code_secrets (code_digest, created_at);
