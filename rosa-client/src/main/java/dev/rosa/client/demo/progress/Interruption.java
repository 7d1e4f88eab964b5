package dev.rosa.client.demo.progress;

import java.io.PrintWriter;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handler of Ctrl-C and SIGTERM while the demo runs. One line says so, what was begun is undone,
 * and the JVM ends with the status that tells which signal it was. Thread-safe.
 */
public final class Interruption implements AutoCloseable {

  /** The nodes get the signal, too, and may end before this JVM has taken note of it. */
  private static final long SOON_MILLIS = 1_000;

  private final PrintWriter err;
  private final CountDownLatch come = new CountDownLatch(1);
  private final ConcurrentLinkedDeque<Runnable> toUndo = new ConcurrentLinkedDeque<>();
  private final Thread hook = new Thread(this::undo, "interruption");

  private Interruption(PrintWriter err) {
    this.err = err;
  }

  /** Waits for it from now on, until closed. */
  public static Interruption await(PrintWriter err) {
    Interruption interruption = new Interruption(err);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void undo() {
    come.countDown();
    err.println("rosa demo: interrupted");
    err.flush();
    for (Runnable next = toUndo.poll(); next != null; next = toUndo.poll()) {
      next.run();
    }
  }

  /** Registers an action for the interruption; it runs before all that were registered earlier. */
  public void undoBy(Runnable action) {
    toUndo.push(action);
  }

  /**
   * Called after a failure; true if the interruption caused it, and no message is needed. Waits a
   * moment for the interruption.
   */
  public boolean isTheCause() throws InterruptedException {
    return come.await(SOON_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It has come: the JVM is going down, and waits for the hook.
      return;
    }
  }
}
