package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StartupGraceTest {

  @Test
  void shouldLastForHalfAMinuteFromTheirBeginning() {
    AtomicLong nanos = new AtomicLong(-7);
    StartupGrace seconds = new StartupGrace(nanos::get);
    assertTrue(seconds.last());

    nanos.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
    assertTrue(seconds.last());

    nanos.incrementAndGet();
    assertFalse(seconds.last());
  }
}
