package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TroubleLogTest {

  private final List<String> lines = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private final TroubleLog log = new TroubleLog(() -> now);

  private void tell(String trouble) {
    log.tell(trouble, leftOut -> lines.add(trouble + leftOut));
  }

  @Test
  void shouldTellTheSameTroubleOnceUntilItIsOver() {
    tell("late");
    tell("late");
    log.over();
    tell("late");
    assertEquals(List.of("late", "late"), lines);
  }

  @Test
  void shouldTellTheLastTroubleLaterWhenTheTextChangesEachTime() {
    for (int i = 0; i < 100; i++) {
      log.over();
      tell("reply " + i);
    }
    assertEquals(6, lines.size());
    now = now.plusSeconds(11);
    tell("reply 99");
    tell("reply 99");
    assertEquals(7, lines.size());
    assertEquals("reply 99 (94 left out)", lines.get(6));
  }

  @Test
  void shouldBoundTheLinesWhenTroubleComesAndGoes() {
    for (int second = 0; second < 600; second++) {
      now = now.plusSeconds(1);
      tell("late");
      log.over();
    }
    assertTrue(lines.size() >= 60 && lines.size() <= 66, lines.size() + " lines");
  }
}
