package dev.rosa.firewall.plane.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plane's clock when its database takes long to open. */
final class PlaneClockTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant WALL = Instant.parse("2026-05-01T12:00:00Z");

  @TempDir private Path folder;

  /** The clock's time after the uptime was read so long ago. */
  private long open(String boot, Duration readAgo) throws ConfigException {
    PlaneClock.Uptime uptime =
        new PlaneClock.Uptime(boot, HOUR.toMillis(), System.nanoTime() - readAgo.toNanos());
    StorageLocation location = StorageLocation.of(folder.resolve("firewall.db"));
    try (PlaneRecord record = PlaneRecord.open(location, uptime, () -> WALL, 10)) {
      return record.clock().millis();
    }
  }

  @Test
  void shouldBeginWithTheTimeOfDayAfterABoot() throws ConfigException {
    long now = open("boot", HOUR);

    long late = now - WALL.toEpochMilli();
    assertTrue(late >= 0 && late < HOUR.toMillis() / 2, () -> "late by " + late);
  }

  @Test
  void shouldGoOnInABootHoweverLongTheOpeningTakes() throws ConfigException {
    long first = open("boot", Duration.ZERO);
    long second = open("boot", HOUR);

    long passed = second - first;
    assertTrue(passed > HOUR.toMillis() / 2, () -> "passed: " + passed);
  }

  @Test
  void shouldPassAsTheMonotonicClockDoes() {
    long[] nanos = {5_000_000};
    PlaneClock clock = new PlaneClock(() -> nanos[0], 0, 100);

    nanos[0] += 7_000_000;

    assertEquals(112, clock.millis());
  }
}
