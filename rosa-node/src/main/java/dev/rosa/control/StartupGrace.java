package dev.rosa.control;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The first half minute of a node, in which waiting for a server that it needs is no trouble yet.
 * That server may still be starting. Thread-safe.
 */
public final class StartupGrace {

  static final Duration LENGTH = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private final long beganNanos;

  /**
   * Begins.
   *
   * @param nanoTime the clock of {@link System#nanoTime}
   */
  public StartupGrace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
  }

  /** Tells whether they last. */
  public boolean last() {
    return nanoTime.getAsLong() - beganNanos < LENGTH.toNanos();
  }
}
