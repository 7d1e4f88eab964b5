package dev.rosa.as;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A wall clock and a monotonic one beside it, which stand until a test moves them. */
public final class SettableClock implements InstantSource {
  private volatile Instant now;
  private final AtomicLong nanos = new AtomicLong();

  public SettableClock(Instant now) {
    this.now = now;
  }

  /** Time passes; less than none: the wall clock is set back. */
  public void move(Duration by) {
    now = now.plus(by);
    nanos.addAndGet(Math.max(0, by.toNanos()));
  }

  /** The wall clock is set, and no time passes. */
  public void jump(Duration by) {
    now = now.plus(by);
  }

  /** The monotonic clock. */
  public long nanos() {
    return nanos.get();
  }

  @Override
  public Instant instant() {
    return now;
  }
}
