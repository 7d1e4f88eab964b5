package dev.rosa.as;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until a test moves it. */
public final class SettableClock implements InstantSource {
  private volatile Instant now;

  public SettableClock(Instant now) {
    this.now = now;
  }

  public void move(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
