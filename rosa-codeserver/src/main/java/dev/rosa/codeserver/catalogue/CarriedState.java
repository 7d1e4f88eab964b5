package dev.rosa.codeserver.catalogue;

import java.time.Instant;

/**
 * Facts about the state of the domain that is carried.
 *
 * @param number unsigned
 * @param revocations how many it has
 */
public record CarriedState(long number, Instant issuedAt, Instant validUntil, long revocations) {}
