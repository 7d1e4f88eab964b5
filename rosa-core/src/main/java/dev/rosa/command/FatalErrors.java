package dev.rosa.command;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * End of a node one of whose threads has ended by an error of the JVM, such as a full heap. Nothing
 * does that thread's work any longer, so its supervisor starts the node again. Stateless.
 */
final class FatalErrors {

  /** Exit code of such a node. */
  static final int EXIT_CODE = 1;

  private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

  private FatalErrors() {}

  /** Ends this process from now on when a thread ends so. */
  static void endProcess() {
    Runnable end = () -> Runtime.getRuntime().halt(EXIT_CODE);
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> take(thread, error, end));
  }

  /** The text of an error may be a stranger's: its class says enough. */
  static void take(Thread thread, Throwable error, Runnable end) {
    boolean fatal = error instanceof VirtualMachineError;
    try {
      LOG.error(
          "the thread {} has ended by {}{}",
          thread.getName(),
          error.getClass().getName(),
          fatal ? ", ending" : "");
    } finally {
      if (fatal) {
        end.run();
      }
    }
  }
}
