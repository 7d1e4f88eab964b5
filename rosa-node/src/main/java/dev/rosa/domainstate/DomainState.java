package dev.rosa.domainstate;

import dev.rosa.control.v1.SignedState;
import java.time.Instant;

/**
 * State of a domain whose signature was verified, or that was signed here. Immutable.
 *
 * @param number grows with each state of the domain; unsigned
 * @param validUntil a newer state is to be had before
 * @param signed as the Authorization Server signed it, for others
 */
public record DomainState(
    long number, Instant issuedAt, Instant validUntil, StateContent content, SignedState signed) {

  /** True if this state is newer than another one of the domain. */
  public boolean isNewerThan(DomainState other) {
    return Long.compareUnsigned(number, other.number) > 0;
  }

  /** True if it is the same statement. */
  public boolean isSameAs(DomainState other) {
    return signed.getSigned().getStatement().equals(other.signed.getSigned().getStatement());
  }
}
