package dev.rosa.codeserver.catalogue;

import java.time.Instant;

/**
 * Number, times and size of the domain's state that this Code Server has in force.
 *
 * @param number unsigned
 * @param revocations how many it has
 */
public record CarriedState(long number, Instant issuedAt, Instant validUntil, long revocations) {}
