package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FirstSecondsTest {

  @Test
  void shouldLastForHalfAMinuteFromTheirBeginning() {
    AtomicLong nanos = new AtomicLong(-7);
    FirstSeconds seconds = new FirstSeconds(nanos::get);
    assertTrue(seconds.last());

    nanos.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
    assertTrue(seconds.last());

    nanos.incrementAndGet();
    assertFalse(seconds.last());
  }
}
