package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Callers that give reason for more lines than a disk has room for. */
final class CallerLogTest {

  private static final Logger LOG = LoggerFactory.getLogger("callers");

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final CallerLog callers = new CallerLog(() -> now);

  @Test
  void shouldBoundLinesOfEachCallerAndSayHowManyAreLeftOut() {
    try (CapturedLog log = CapturedLog.of("callers")) {
      for (int i = 0; i < 200; i++) {
        callers.info(LOG, "greedy", "served");
        callers.warn(LOG, "greedy", "refused");
      }
      callers.info(LOG, "other", "served other");
      assertEquals(120, log.linesWith("INFO served").size() - 1);
      assertEquals(30, log.linesWith("WARN refused").size());
      assertEquals(List.of("INFO served other"), log.linesWith("other"));
      now = now.plus(Duration.ofSeconds(2));
      callers.info(LOG, "greedy", "served");
      callers.warn(LOG, "greedy", "refused");
      assertEquals(List.of("INFO served (80 left out)"), log.linesWith("(80"));
      assertEquals(List.of("WARN refused (170 left out)"), log.linesWith("(170"));
    }
  }
}
