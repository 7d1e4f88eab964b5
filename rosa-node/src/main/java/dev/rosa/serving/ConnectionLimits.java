package dev.rosa.serving;

import dev.rosa.config.Durations;
import java.time.Duration;

/**
 * Limits of a server's connections and calls, for one peer and for all: {@code <connections>} of a
 * configuration. What is left out, or null, has the default.
 *
 * @param max connections in all, default 1024
 * @param perSource connections of one {@link SourceNetwork}, default 256
 * @param perIdentity connections of one certificate's identity, default 64
 * @param unfinished connections in all whose handshake has not finished, default 512
 * @param handshake how long a handshake may take, default 3 s, at most 10 s
 * @param callsPerIdentity calls in progress of one identity, default 64
 */
public record ConnectionLimits(
    Integer max,
    Integer perSource,
    Integer perIdentity,
    Integer unfinished,
    Duration handshake,
    Integer callsPerIdentity) {

  /** TLS waits no longer. */
  private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

  /** Every limit has its default. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(null, null, null, null, null, null);

  /** Checks that every limit is positive. */
  public ConnectionLimits {
    max = orDefault(max, 1024);
    perSource = orDefault(perSource, 256);
    perIdentity = orDefault(perIdentity, 64);
    unfinished = orDefault(unfinished, 512);
    handshake = handshake == null ? Duration.ofSeconds(3) : handshake;
    callsPerIdentity = orDefault(callsPerIdentity, 64);
    if (handshake.isZero() || handshake.isNegative()) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    if (handshake.compareTo(LONGEST_HANDSHAKE) > 0) {
      throw new IllegalArgumentException(
          "too long a handshake (%s), expected at most 10s".formatted(Durations.format(handshake)));
    }
  }

  private static Integer orDefault(Integer limit, int byDefault) {
    if (limit != null && limit <= 0) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    return limit == null ? byDefault : limit;
  }

  /** The same limits with other numbers of connections. */
  public ConnectionLimits withConnections(int inAll, int ofOneSource, int notFinished) {
    return new ConnectionLimits(
        inAll, ofOneSource, perIdentity, notFinished, handshake, callsPerIdentity);
  }
}
