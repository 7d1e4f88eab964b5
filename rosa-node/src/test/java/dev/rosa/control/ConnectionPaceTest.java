package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The pauses between connections of a channel. */
class ConnectionPaceTest {

  private long now = Long.MAX_VALUE - 1_000;
  private final ConnectionPace pace = new ConnectionPace(() -> now);

  private Duration next() {
    return Duration.ofNanos(pace.next());
  }

  private void takeAllAtOnce() {
    for (int i = 0; i < ConnectionPace.AT_ONCE; i++) {
      assertEquals(Duration.ZERO, next());
    }
  }

  @Test
  void shouldPauseLongerForEachConnectionAboveThoseAtOnce() {
    takeAllAtOnce();
    assertEquals(ConnectionPace.BETWEEN, next());
    assertEquals(ConnectionPace.BETWEEN.multipliedBy(2), next());
  }

  @Test
  void shouldNotPauseWhenConnectionsAreSeldom() {
    takeAllAtOnce();
    for (int i = 0; i < 10; i++) {
      now += ConnectionPace.BETWEEN.toNanos();
      assertEquals(Duration.ZERO, next());
    }
    assertEquals(ConnectionPace.BETWEEN, next());
  }

  @Test
  void shouldHaveNoMoreAtOnceAfterALongTime() {
    now += Duration.ofDays(1).toNanos();
    takeAllAtOnce();
    assertEquals(ConnectionPace.BETWEEN, next());
  }
}
