package dev.rosa.endtoend;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Bounded polls: the bound only ends a test that would wait for ever. */
final class Await {

  /** Far beyond what anything takes, also on a machine that does ten other things. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final long POLL_MILLIS = 20;

  private Await() {}

  /** Waits until {@code condition} holds; {@code what} says what was waited for. */
  static void until(String what, Callable<Boolean> condition) throws Exception {
    until(() -> what, condition);
  }

  /** The same; the description is asked for only if the condition has not come true. */
  static void until(Supplier<String> what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what.get());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
