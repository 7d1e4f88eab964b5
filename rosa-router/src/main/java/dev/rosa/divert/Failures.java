package dev.rosa.divert;

import java.io.IOException;

/** Failures of steps none of which is to keep the others from being taken. One thread. */
final class Failures {

  private IOException first;

  /** A step that may fail. */
  interface Step {
    void run() throws IOException;
  }

  /** Takes a step. */
  void collect(Step step) {
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
  void throwFirst() throws IOException {
    if (first != null) {
      throw first;
    }
  }
}
