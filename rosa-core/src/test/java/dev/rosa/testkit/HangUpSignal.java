package dev.rosa.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** SIGHUP for processes that a test starts. Below {@code nohup} they ignore it. Stateless. */
public final class HangUpSignal {

  private static final int SIGHUP = 1;

  private HangUpSignal() {}

  /** Skips a test whose processes ignore the signal. */
  public static void assumeItArrives() {
    try {
      String ignored =
          Files.readAllLines(Path.of("/proc/self/status")).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElseThrow()
              .replaceFirst("SigIgn:\\s*", "");
      boolean ignoresIt = (Long.parseUnsignedLong(ignored, 16) >> (SIGHUP - 1) & 1) == 1;
      Assumptions.assumeFalse(ignoresIt, "SIGHUP is ignored here, as below nohup");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
