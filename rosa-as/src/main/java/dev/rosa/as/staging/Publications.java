package dev.rosa.as.staging;

import dev.rosa.as.records.PublicationLog;
import dev.rosa.publication.PublicationCheck;

/**
 * Place of publications in the audit log, and the check before it, which the clients of all Code
 * Servers share.
 *
 * @param statements check against the domain's authority
 */
public record Publications(PublicationLog log, PublicationCheck statements) {}
