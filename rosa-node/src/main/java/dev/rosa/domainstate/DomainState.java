package dev.rosa.domainstate;

import dev.rosa.control.v1.SignedState;
import java.time.Duration;
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

  /** True if it was issued later than a clock says, by more than clocks may be apart. */
  public boolean isAheadOf(Instant clock, Duration skew) {
    return issuedAt.isAfter(clock.plus(skew));
  }

  /**
   * This state as a node has it. One that was issued ahead of the node's clock ends as if it had
   * been issued at its receipt: its end must not move away with a clock that is wrong.
   *
   * @param skew how far clocks may be apart
   */
  public DomainState receivedAt(Instant receipt, Duration skew) {
    return isAheadOf(receipt, skew)
        ? new DomainState(
            number, issuedAt, receipt.plus(Duration.between(issuedAt, validUntil)), content, signed)
        : this;
  }

  /** True if it is the same statement. */
  public boolean isSameAs(DomainState other) {
    return signed.getSigned().getStatement().equals(other.signed.getSigned().getStatement());
  }
}
