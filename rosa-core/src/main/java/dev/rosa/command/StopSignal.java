package dev.rosa.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * End of a long-running command on SIGTERM or SIGINT in its own way: with its summary and its exit
 * code. The command sees the request. Without this the JVM would end at once. Thread-safe.
 */
public final class StopSignal implements AutoCloseable {
  private static final int FAILED = 1;
  private static final int PATIENCE_SECONDS = 15;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop-signal");
  private volatile boolean requested;
  private volatile int exitCode = FAILED;

  private StopSignal() {}

  /** From now on, until closed. */
  public static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void stop() {
    requested = true;
    try {
      finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // The JVM's own code would be 128 + signal, as if the command had been cut off.
    Runtime.getRuntime().halt(exitCode);
  }

  /** True if the command is to end. */
  public boolean isRequested() {
    return requested;
  }

  /** The command has printed all it has to say. */
  public void finished(int code) {
    exitCode = code;
  }

  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down already, and the hook with it.
      return;
    }
  }
}
