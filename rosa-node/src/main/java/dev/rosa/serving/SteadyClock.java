package dev.rosa.serving;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Clock that never goes back, for times that are compared with each other only. It begins with the
 * time of another clock and goes on as {@link System#nanoTime} does, so that a clock that is set
 * back stops nothing. Where the other clock is ahead of that by more than a second, it follows: the
 * machine may have slept. Thread-safe.
 */
public final class SteadyClock implements InstantSource {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long STEP_MILLIS = 1_000;

  private final InstantSource wall;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final long beganMillis;

  /** Milliseconds that were added to those of {@link #nanoTime}. */
  private long added;

  /** By how much the other clock was set back. */
  private long setBack;

  /** A clock beside another one. */
  SteadyClock(InstantSource wall, LongSupplier nanoTime) {
    this.wall = wall;
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
    this.beganMillis = wall.millis();
  }

  /** A clock beside the machine's. */
  public static SteadyClock ofMachine() {
    return new SteadyClock(InstantSource.system(), System::nanoTime);
  }

  @Override
  public synchronized long millis() {
    long passed = (nanoTime.getAsLong() - beganNanos) / NANOS_PER_MILLI;
    long ahead = wall.millis() + setBack - (beganMillis + passed + added);
    if (ahead > STEP_MILLIS) {
      added += ahead;
    } else if (ahead < -STEP_MILLIS) {
      setBack -= ahead;
    }
    return beganMillis + passed + added;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }
}
