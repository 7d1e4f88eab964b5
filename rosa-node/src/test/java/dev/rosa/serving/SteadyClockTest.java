package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

  private final AtomicLong wallMillis = new AtomicLong(1_000_000);
  private final AtomicLong millis = new AtomicLong(77);
  private final InstantSource wall = () -> Instant.ofEpochMilli(wallMillis.get());
  private final SteadyClock clock = new SteadyClock(wall, () -> millis.get() * 1_000_000);

  private void pass(long wallStep, long step) {
    wallMillis.addAndGet(wallStep);
    millis.addAndGet(step);
  }

  @Test
  void shouldBeginWithTheOtherClockAndGoOnWithIt() {
    assertEquals(1_000_000, clock.millis());
    pass(250, 250);
    assertEquals(1_000_250, clock.millis());
    assertEquals(1_000_250, clock.instant().toEpochMilli());
  }

  @Test
  void shouldGoOnWhenTheOtherClockIsSetBack() {
    pass(-300_000, 100);
    assertEquals(1_000_100, clock.millis());
    pass(40, 40);
    assertEquals(1_000_140, clock.millis());
    pass(300_000, 0);
    assertEquals(1_300_140, clock.millis());
  }

  @Test
  void shouldNoticeTimeThatTheMachineSlept() {
    pass(60_000, 5);
    assertEquals(1_060_000, clock.millis());
  }

  @Test
  void shouldNeitherLoseNorGainByManyShortSteps() {
    AtomicLong nanos = new AtomicLong();
    InstantSource shifted = () -> Instant.ofEpochMilli((nanos.get() + 300_000) / 1_000_000);
    SteadyClock fine = new SteadyClock(shifted, nanos::get);
    for (int i = 0; i < 10_000; i++) {
      nanos.addAndGet(400_000);
      long unused = fine.millis();
    }
    assertEquals(4_000, fine.millis());
  }
}
