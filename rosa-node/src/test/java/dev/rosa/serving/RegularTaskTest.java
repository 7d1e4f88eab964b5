package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RegularTaskTest {

  private final AtomicInteger runs = new AtomicInteger();
  private final CapturedLog log = CapturedLog.of(RegularTaskTest.class);
  private RegularTask regular;

  private void start(Duration every, Runnable task) {
    regular =
        RegularTask.start(
            "regular",
            every,
            LoggerFactory.getLogger(RegularTaskTest.class),
            "it cannot run",
            task);
  }

  @AfterEach
  void close() {
    regular.close();
    log.close();
  }

  @Test
  void shouldGoOnAfterEveryKindOfFailureAndSayItOnce() throws Exception {
    start(
        Duration.ofMillis(1),
        () -> {
          if (runs.incrementAndGet() % 2 == 0) {
            throw new OutOfMemoryError("Java heap space");
          }
          throw new IllegalStateException("a defect");
        });
    Await.until("it runs again", () -> runs.get() > 5);
    assertEquals(1, log.linesWith("ERROR it cannot run, repeating: ").size());
  }

  @Test
  void shouldSayItAgainWhenItFailsAfterItWentWell() throws Exception {
    start(
        Duration.ofMillis(1),
        () -> {
          if (runs.incrementAndGet() % 3 != 0) {
            throw new IllegalStateException("a defect");
          }
        });
    Await.until("two lines", () -> log.linesWith("ERROR it cannot run").size() > 1);
  }

  @Test
  void shouldRunEarlyOnAHint() throws Exception {
    start(Duration.ofHours(1), runs::incrementAndGet);
    regular.soon();
    Await.until("it has run", () -> runs.get() == 1);
  }

  @Test
  void shouldEndAHintedRunAndBeginNoneAfterwardsWhenItIsClosed() {
    start(Duration.ofHours(1), runs::incrementAndGet);
    regular.soon();
    regular.close(Duration.ofMinutes(1));
    assertEquals(1, runs.get());
    regular.soon();
    assertEquals(1, runs.get());
  }
}
