package dev.rosa.provider;

import java.util.function.LongSupplier;

/** A clock that stands still until somebody moves it. One thread's. */
final class FakeNanos implements LongSupplier {

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
