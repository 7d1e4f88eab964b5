package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkThreadTest {

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
  private final LinkThread thread = new LinkThread(this::threadOfTest, failures::add);

  private Thread threadOfTest(Runnable work) {
    Thread made = new Thread(work, "link");
    made.setDaemon(true);
    made.setUncaughtExceptionHandler((at, error) -> uncaught.add(error));
    return made;
  }

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void shouldHandAnErrorOfTheJvmToTheHandlerOfTheThread() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    thread.run(
        () -> {
          throw error;
        });
    Await.until("the handler has it", () -> !uncaught.isEmpty());
    assertSame(error, uncaught.get(0));
    assertTrue(failures.isEmpty());
  }

  @Test
  void shouldTellTheLinkAndRunLaterTasksWhenATaskFails() throws Exception {
    IllegalStateException error = new IllegalStateException("a defect");
    thread.run(
        () -> {
          throw error;
        });
    CountDownLatch later = new CountDownLatch(1);
    thread.after(1, later::countDown);
    assertTrue(later.await(1, TimeUnit.MINUTES));
    assertEquals(List.of(error), failures);
  }

  @Test
  void shouldRepeatATaskThatFailed() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    thread.every(
        1,
        () -> {
          runs.incrementAndGet();
          throw new IllegalStateException("a defect");
        });
    Await.until("it runs again", () -> runs.get() > 2);
  }

  @Test
  void shouldRunNothingAndThrowNothingWhenClosed() {
    thread.close();
    thread.run(() -> failures.add(new AssertionError("ran")));
    assertTrue(failures.isEmpty());
  }
}
