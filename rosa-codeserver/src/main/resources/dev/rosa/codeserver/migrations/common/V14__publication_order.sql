-- Statements are listed in their order for the audit log.
CREATE INDEX publication_by_version ON publication (published_version);
CREATE INDEX earlier_publication_by_version ON earlier_publication (published_version);
