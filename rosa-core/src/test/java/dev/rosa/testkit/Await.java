package dev.rosa.testkit;

import java.time.Duration;
import java.util.function.Supplier;

/** Waits for what other threads and processes do. The limit only ends a test that would hang. */
public final class Await {

  /** Far beyond what anything takes, also on a machine that does ten other things. */
  public static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final long POLL_MILLIS = 10;

  private Await() {}

  /**
   * An awaited event.
   *
   * @param <E> thrown by the question for it
   */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Waits until a condition holds. */
  public static <E extends Exception> void until(String awaited, Condition<E> condition)
      throws E, InterruptedException {
    until(() -> awaited, condition);
  }

  /** The same; the description is asked for only if the condition has not come true. */
  public static <E extends Exception> void until(Supplier<String> awaited, Condition<E> condition)
      throws E, InterruptedException {
    long began = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + awaited.get());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
