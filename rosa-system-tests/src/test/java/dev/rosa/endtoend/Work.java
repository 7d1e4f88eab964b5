package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.testkit.Await;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Work against a server that is killed: what it acknowledged counts, what failed is tried on. */
final class Work<T> implements AutoCloseable {

  private static final int BETWEEN_KILLS = 3;
  private static final long PAUSE_MILLIS = 20;

  private final ConcurrentLinkedQueue<T> acknowledged = new ConcurrentLinkedQueue<>();
  private final Semaphore fresh = new Semaphore(0);
  private final Supplier<String> tails;
  private final Thread thread;
  private volatile boolean ending;
  private volatile long acknowledgedNanos = System.nanoTime();
  private volatile long longestPauseNanos;

  private Work(Supplier<String> tails, Callable<T> step) {
    this.tails = tails;
    this.thread = new Thread(() -> repeat(step), "work");
  }

  /**
   * Begins.
   *
   * @param tails ends of logs, for a person who looks at a failure
   */
  static <T> Work<T> begin(Supplier<String> tails, Callable<T> step) {
    Work<T> work = new Work<>(tails, step);
    work.thread.start();
    return work;
  }

  private void repeat(Callable<T> step) {
    while (!ending) {
      try {
        take(step);
        Thread.sleep(PAUSE_MILLIS);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void take(Callable<T> step) throws Exception {
    try {
      acknowledged.add(step.call());
      notePause();
      fresh.release();
    } catch (CallFailedException e) {
      // The server was killed, or is starting: the next one counts.
    }
  }

  private void notePause() {
    long now = System.nanoTime();
    longestPauseNanos = Math.max(longestPauseNanos, now - acknowledgedNanos);
    acknowledgedNanos = now;
  }

  /** Begins to look for the longest time without an answer. */
  void forgetPauses() {
    longestPauseNanos = 0;
  }

  /** The longest time between two answers. */
  double longestPauseSeconds() {
    return longestPauseNanos / 1e9;
  }

  List<T> acknowledged() {
    return List.copyOf(acknowledged);
  }

  /** Waits until some more has been acknowledged since. */
  void awaitMore() throws InterruptedException {
    fresh.drainPermits();
    Await.until(
        () -> "work to go on" + tails.get(),
        () -> fresh.availablePermits() >= BETWEEN_KILLS || !thread.isAlive());
    assertTrue(thread.isAlive(), "the work failed");
  }

  @Override
  public void close() {
    ending = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
