package dev.rosa.control;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Pace at which a channel connects: some connections at once, then one every two seconds. gRPC
 * waits after a failed connection, but not after one that a server ends as soon as it is there.
 * Thread-safe.
 */
final class ConnectionPace {

  /**
   * Connections at once: a server that is started anew ends them, and several addresses are tried.
   */
  static final int AT_ONCE = 4;

  static final Duration BETWEEN = Duration.ofSeconds(2);

  private final LongSupplier nanos;

  /** Moment at which all connections are paid for. */
  private long paidNanos;

  /**
   * A pace.
   *
   * @param nanos monotonic time
   */
  ConnectionPace(LongSupplier nanos) {
    this.nanos = nanos;
    this.paidNanos = nanos.getAsLong();
  }

  /** Takes notice of a connection that begins; returns the nanoseconds that it has to wait. */
  synchronized long next() {
    long now = nanos.getAsLong();
    if (paidNanos - now < 0) {
      paidNanos = now;
    }
    long waiting = paidNanos - now - (AT_ONCE - 1) * BETWEEN.toNanos();
    paidNanos += BETWEEN.toNanos();
    return Math.max(0, waiting);
  }
}
