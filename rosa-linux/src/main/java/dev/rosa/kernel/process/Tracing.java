package dev.rosa.kernel.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Search for processes that trace this one with ptrace(2), or could. A tracer has all rights of the
 * process that it traces. Immutable.
 *
 * @param proc folder of the kernel's answers, {@code /proc}
 */
record Tracing(Path proc) {

  private static final String TRACER = "TracerPid:";
  private static final String NONE = "0";

  /** As this system's kernel says. */
  static Tracing here() {
    return new Tracing(Path.of("/proc"));
  }

  /**
   * Refuses a process of which a thread is traced.
   *
   * @throws IOException in one line if it is
   */
  void requireNone() throws IOException {
    try (Stream<Path> threads = Files.list(proc.resolve("self/task"))) {
      for (Path thread : threads.toList()) {
        requireNone(thread);
      }
    }
  }

  private static void requireNone(Path thread) throws IOException {
    String tracer = tracer(thread);
    if (!tracer.equals(NONE)) {
      throw new IOException(
          "process %s traces this one, which has capabilities or packet sockets: end it, or trace in"
                  .formatted(tracer)
              + " a user namespace (unshare -Urnm)");
    }
  }

  private static String tracer(Path thread) throws IOException {
    try {
      return tracer(Files.readString(thread.resolve("status"), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      if (Files.notExists(thread)) {
        return NONE;
      }
      throw e;
    }
  }

  private static String tracer(String status) throws IOException {
    return status
        .lines()
        .filter(line -> line.startsWith(TRACER))
        .map(line -> line.substring(TRACER.length()).strip())
        .findFirst()
        .orElseThrow(() -> new IOException("this system's /proc says nothing of " + TRACER));
  }

  /** True if every process of a user may trace that user's others, as far as they allow it. */
  boolean isOpenToTheUser() throws IOException {
    try {
      return Files.readString(proc.resolve("sys/kernel/yama/ptrace_scope")).strip().equals(NONE);
    } catch (NoSuchFileException e) {
      return true;
    }
  }
}
