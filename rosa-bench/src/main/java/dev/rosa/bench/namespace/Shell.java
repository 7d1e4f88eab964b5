package dev.rosa.bench.namespace;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runner of short commands of the system, such as {@code ip} and {@code nft}. Stateless. */
public final class Shell {

  private static final int PATIENCE_SECONDS = 60;

  private Shell() {}

  /**
   * Runs a command without input and returns what it printed.
   *
   * @throws IOException with the command and its last line if it fails
   */
  public static String run(String... command) throws IOException {
    return run("", List.of(command));
  }

  /** Runs a command that reads {@code input}. */
  public static String run(String input, List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("'" + String.join(" ", command) + "' does not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException("'" + String.join(" ", command) + "' failed: " + lastLine(said));
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted in '" + String.join(" ", command) + "'");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String lastLine(String said) {
    return said.lines().filter(line -> !line.isBlank()).reduce("(it said nothing)", (a, b) -> b);
  }

  /** True if a program is on the path. */
  public static boolean has(String program) {
    try {
      run("sh", "-c", "PATH=$PATH:/usr/sbin:/sbin command -v " + program);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
