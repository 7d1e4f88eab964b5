package dev.rosa.proxy.operator;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reader of a password: from the terminal, which does not show it, or else the first line of
 * standard input. Stateless.
 */
final class TypedPassword {

  private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");

  private TypedPassword() {}

  /**
   * Reads it.
   *
   * @param twice whether the terminal asks for it again, to find mistakes in typing
   * @throws IOException in one line if there is none
   */
  static char[] read(boolean twice) throws IOException {
    if (!isTerminal()) {
      return line(System.in);
    }
    Console console =
        Optional.ofNullable(System.console())
            .orElseThrow(
                () -> new IOException("the output is no terminal, expected one for the password"));
    return typed(console, twice);
  }

  /** Newer versions of Java have a console without a terminal. */
  private static boolean isTerminal() {
    try {
      return Files.readSymbolicLink(STANDARD_INPUT).toString().matches("/dev/(pts/|tty|console).*");
    } catch (IOException e) {
      return false;
    }
  }

  private static char[] typed(Console console, boolean twice) throws IOException {
    char[] password = console.readPassword("Password: ");
    require(password != null && password.length > 0);
    if (twice) {
      char[] again = console.readPassword("Again: ");
      boolean same = again != null && Arrays.equals(password, again);
      if (again != null) {
        Arrays.fill(again, '\0');
      }
      if (!same) {
        Arrays.fill(password, '\0');
        throw new IOException("these are two passwords, expected the same one twice");
      }
    }
    return password;
  }

  /** The first line. */
  static char[] line(InputStream in) throws IOException {
    String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
    require(line != null && !line.isEmpty());
    return line.toCharArray();
  }

  private static void require(boolean isThere) throws IOException {
    if (!isThere) {
      throw new IOException(
          "there is no password, expected one at the terminal, or a line of standard input");
    }
  }
}
