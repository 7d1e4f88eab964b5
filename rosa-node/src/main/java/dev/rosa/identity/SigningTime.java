package dev.rosa.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Time at which a statement says that it was signed, in whole seconds. A server takes it for a
 * minute, so that an answer to it is of that time.
 *
 * @param at 1970: the statement says none
 */
public record SigningTime(Instant at) {

  /** Most time between the signing of a statement and its receipt, either way. */
  public static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** So much more rounds seconds up. */
  private static final long ALMOST_A_SECOND = 999_999_999;

  /**
   * The time in a statement's field.
   *
   * @param unixSeconds unsigned
   */
  public static SigningTime of(int unixSeconds) {
    return new SigningTime(Instant.ofEpochSecond(Integer.toUnsignedLong(unixSeconds)));
  }

  /** Tells whether the statement says a time. */
  public boolean isThere() {
    return !at.equals(Instant.EPOCH);
  }

  /**
   * Compares it with the time of receipt.
   *
   * @return the fault without a subject; empty if there is none
   */
  public Optional<String> fault(Instant received) {
    if (!isThere()) {
      return Optional.of("does not say when it was signed");
    }
    Duration age = Duration.between(at, received);
    if (age.abs().compareTo(TOLERANCE) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        "was signed %d s %s the server's time, expected at most %d"
            .formatted(
                age.abs().plusNanos(ALMOST_A_SECOND).toSeconds(),
                age.isNegative() ? "after" : "before",
                TOLERANCE.toSeconds()));
  }
}
