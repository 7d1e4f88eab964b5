package dev.rosa.network;

import java.io.IOException;

/**
 * Collector of exceptions from steps that are all to be taken, even if an earlier one fails. One
 * thread.
 */
public final class Failures {

  private IOException first;

  /** A step that may fail. */
  public interface Step {
    void run() throws IOException;
  }

  /** Takes a step. */
  public void collect(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
    }
  }

  /** The first failure, with the others; nothing if there was none. */
  public void throwFirst() throws IOException {
    if (first != null) {
      throw first;
    }
  }
}
