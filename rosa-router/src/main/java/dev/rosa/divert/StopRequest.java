package dev.rosa.divert;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** SIGTERM and SIGINT as the end of a command that then ends in its own way. Thread-safe. */
final class StopRequest implements KeeperLoop.Ending {

  private static final int PATIENCE_SECONDS = 15;

  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean requested;
  private volatile int exitCode;

  private StopRequest() {}

  /** From now on they do not end the JVM under the command's feet. */
  static StopRequest install() {
    StopRequest request = new StopRequest();
    Runtime.getRuntime().addShutdownHook(new Thread(request::stop, "stop"));
    return request;
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

  /** The command has done all that it has to do. */
  void finished(int code) {
    exitCode = code;
    finished.countDown();
  }

  @Override
  public boolean hasCome() {
    return requested;
  }

  @Override
  public boolean isOrderly() {
    return true;
  }

  @Override
  public void turned() {
    // Nobody asks a command how it is.
  }
}
