package dev.rosa.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rosa.config.ConfigException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * First step of a role's {@code main}, before anything slow, as the set-up of a log is. If it
 * fails, the process ends with 1 and a line that says why.
 */
@FunctionalInterface
public interface FirstStep {

  /**
   * Does it.
   *
   * @throws IOException in one line if it cannot be done
   */
  void take() throws IOException;

  /**
   * Takes a role's first step.
   *
   * @param role its name, for people
   */
  static void of(String role, FirstStep step) {
    try {
      step.take();
    } catch (IOException e) {
      PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, UTF_8);
      err.println(role + ": " + ConfigException.oneLine(e));
      System.exit(1);
    }
  }
}
