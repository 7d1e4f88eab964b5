package dev.rosa.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Which other processes trace this one, or could while it was open to them (ptrace(2)): a tracer
 * has all that its process has. Immutable.
 *
 * @param proc where the kernel says so
 */
record Tracing(Path proc) {

  private static final String TRACER = "TracerPid:";

  /** As this system's kernel says. */
  static Tracing here() {
    return new Tracing(Path.of("/proc"));
  }

  /**
   * Refuses a process that is traced.
   *
   * @throws IOException in one line if it is
   */
  void requireNone() throws IOException {
    String tracer = tracer();
    if (!tracer.equals("0")) {
      throw new IOException(
          "process %s traces this one, which has capabilities or packet sockets: end it, or trace in"
                  .formatted(tracer)
              + " a user namespace (unshare -Urnm)");
    }
  }

  private String tracer() throws IOException {
    return Files.readString(proc.resolve("self/status"), StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> line.startsWith(TRACER))
        .map(line -> line.substring(TRACER.length()).strip())
        .findFirst()
        .orElseThrow(() -> new IOException("this system's /proc says nothing of " + TRACER));
  }

  /** True if every process of a user may trace that user's others, as far as they allow it. */
  boolean isOpenToTheUser() throws IOException {
    try {
      return Files.readString(proc.resolve("sys/kernel/yama/ptrace_scope")).strip().equals("0");
    } catch (NoSuchFileException e) {
      return true;
    }
  }
}
