package dev.rosa.provider;

import java.util.function.LongSupplier;

/** A clock for tests that advances only when a test moves it. One thread's. */
public final class FakeNanos implements LongSupplier {

  private long now = 1_000;

  void advance(long nanos) {
    now += nanos;
  }

  void set(long nanos) {
    now = nanos;
  }

  @Override
  public long getAsLong() {
    return now;
  }
}
