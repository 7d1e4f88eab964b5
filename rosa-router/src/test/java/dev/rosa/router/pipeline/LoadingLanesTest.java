package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Codes that load slowly keep back those of their own publisher only. */
class LoadingLanesTest {

  private final LoadingLanes lanes = new LoadingLanes();
  private final List<String> loaded = new CopyOnWriteArrayList<>();
  private final CountDownLatch slow = new CountDownLatch(1);

  @AfterEach
  void close() {
    slow.countDown();
    lanes.close();
  }

  private void waitForIt() {
    try {
      slow.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void load(String publisher, String code) {
    lanes.execute(List.of(publisher), () -> loaded.add(code));
  }

  private void awaitLoaded(String... codes) throws Exception {
    Await.until(() -> loaded + " to be " + List.of(codes), () -> loaded.equals(List.of(codes)));
  }

  @Test
  void shouldLoadBesideManySlowCodesOfAnotherPublisher() throws Exception {
    for (int i = 0; i < 64; i++) {
      lanes.execute(List.of("mallory"), this::waitForIt);
    }
    load("carol", "honest");
    awaitLoaded("honest");
  }

  @Test
  void shouldLoadOnceInTheLaneThatComesToItFirst() throws Exception {
    CountDownLatch quick = new CountDownLatch(1);
    lanes.execute(List.of("mallory"), this::waitForIt);
    lanes.execute(
        List.of("carol"),
        () -> {
          try {
            quick.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    load("carol", "of carol");
    lanes.execute(List.of("mallory", "carol"), () -> loaded.add("of both"));
    quick.countDown();
    awaitLoaded("of carol", "of both");
    slow.countDown();
    load("mallory", "later");
    awaitLoaded("of carol", "of both", "later");
  }

  @Test
  void shouldLoadInAFreeLaneOfItsPublishers() throws Exception {
    for (int i = 0; i < 3; i++) {
      lanes.execute(List.of("mallory"), this::waitForIt);
    }
    lanes.execute(List.of("mallory", "carol"), () -> loaded.add("of both"));
    awaitLoaded("of both");
  }

  @Test
  void shouldLoadTheCodesOfOnePublisherOneAfterTheOther() throws Exception {
    lanes.execute(List.of("carol"), this::waitForIt);
    load("carol", "one");
    load("carol", "two");
    assertEquals(List.of(), loaded);
    slow.countDown();
    awaitLoaded("one", "two");
    load("carol", "three");
    awaitLoaded("one", "two", "three");
  }

  @Test
  void shouldGoOnWhenALoadingFails() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      lanes.execute(
          List.of("carol"),
          () -> {
            throw new StackOverflowError();
          });
      load("carol", "next");
      awaitLoaded("next");
      assertEquals(
          List.of("ERROR loading failed: java.lang.StackOverflowError"),
          log.linesWith("ERROR loading failed"));
    }
  }
}
