package dev.rosa.role;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.CapturedLog;
import org.junit.jupiter.api.Test;

/** A node whose heap stays full ends, as it cannot be trusted to notice anything. */
class HeapWatchTest {

  private double used = 1;
  private double usedAfterCollecting = 1;
  private int ended;

  private final HeapWatch watch =
      new HeapWatch(() -> used, () -> used = usedAfterCollecting, () -> ended++);

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watch.look();
    }
  }

  @Test
  void shouldEndANodeWhoseHeapStaysFull() {
    look(9);
    assertEquals(0, ended);
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      look(1);
      assertEquals(1, ended);
      assertEquals(1, log.linesWith("ERROR the heap is full and stays full").size());
    }
  }

  @Test
  void shouldGoOnWhenTheLastCollectionWasLongAgo() {
    usedAfterCollecting = 0.5;
    look(100);
    assertEquals(0, ended);
  }

  @Test
  void shouldBeginAnewWhenMemoryWasFreedBetween() {
    look(9);
    used = 0.94;
    look(1);
    used = 1;
    look(9);
    assertEquals(0, ended);
  }
}
