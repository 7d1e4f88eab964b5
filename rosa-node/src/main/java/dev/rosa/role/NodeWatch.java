package dev.rosa.role;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Thread that runs a node's watches once a second, and ends the node when it cannot run them any
 * more. It allocates nothing itself, and so goes on in a heap that is full to the last word.
 */
final class NodeWatch implements AutoCloseable {

  /** Exit code of a node that was ended. */
  static final int EXIT_CODE = 1;

  /** Looks, one a second, that fail before the node is ended. */
  static final int PATIENCE = 10;

  private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private final List<Runnable> looks;
  private final Runnable end;
  private final Thread thread;
  private int failures;

  /** A watch that does not look by itself. */
  NodeWatch(List<Runnable> looks, Runnable end) {
    this.looks = List.copyOf(looks);
    this.end = end;
    this.thread = new Thread(this::repeat, "node-watch");
    thread.setDaemon(true);
  }

  /** A watch over this JVM. */
  static NodeWatch start(List<Runnable> looks) {
    NodeWatch watch = new NodeWatch(looks, NodeWatch::endNode);
    loadWhatTheEndNeeds(watch.thread);
    watch.lookOnce();
    watch.thread.start();
    return watch;
  }

  /** Classes of the JVM's end: there may be no memory to load them later. */
  private static void loadWhatTheEndNeeds(Thread hook) {
    Runtime.getRuntime().addShutdownHook(hook);
    boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
  }

  /** Ends this JVM at once: an orderly end needs memory and threads. */
  static void endNode() {
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void repeat() {
    while (waitForTheNext()) {
      lookOnce();
    }
  }

  /** Waits; false when this watch is closed. */
  private static boolean waitForTheNext() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException e) {
      return false;
    } catch (OutOfMemoryError e) {
      // Then without a pause.
      return true;
    }
    return true;
  }

  /** Nothing is logged of a look that fails: there may be no memory for a line. */
  @SuppressWarnings("CatchThrowable")
  void lookOnce() {
    try {
      for (int i = 0; i < looks.size(); i++) {
        looks.get(i).run();
      }
      failures = 0;
    } catch (Throwable e) {
      failures++;
      endWhenBlind();
    }
  }

  private void endWhenBlind() {
    try {
      if (failures >= PATIENCE) {
        end.run();
      }
    } catch (OutOfMemoryError e) {
      // Tried again with the next look.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
