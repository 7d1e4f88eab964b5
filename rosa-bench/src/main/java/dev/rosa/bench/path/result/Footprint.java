package dev.rosa.bench.path.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Memory, file descriptors and threads that a process uses, as {@code /proc} says.
 *
 * @param residentBytes resident memory
 * @param descriptors open ones
 * @param threads of it
 */
public record Footprint(long residentBytes, int descriptors, int threads) {

  /** Memory may grow by so much without being said to grow: what the kernel counts is coarse. */
  private static final double TOLERANCE = 1.02;

  private static final long TOLERATED_BYTES = 8 << 20;

  /** A connection to the status page comes and goes. */
  private static final int TOLERATED_DESCRIPTORS = 2;

  /** That of a process that runs. */
  public static Footprint of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    long resident = 0;
    int threads = 0;
    for (String line : Files.readAllLines(process.resolve("status"))) {
      String[] words = line.split("\\s+");
      if (words[0].equals("VmRSS:")) {
        resident = Long.parseLong(words[1]) << 10;
      } else if (words[0].equals("Threads:")) {
        threads = Integer.parseInt(words[1]);
      }
    }
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      return new Footprint(resident, (int) open.count(), threads);
    }
  }

  /** Count of the three that are larger in this, taken later, than in {@code before}: 0–3. */
  public int grown(Footprint before) {
    int grown = residentBytes > before.residentBytes * TOLERANCE + TOLERATED_BYTES ? 1 : 0;
    grown += descriptors > before.descriptors + TOLERATED_DESCRIPTORS ? 1 : 0;
    return grown + (threads > before.threads ? 1 : 0);
  }

  /** {@code 312 MiB, 98 descriptors, 31 threads}. */
  @Override
  public String toString() {
    return "%d MiB, %d descriptors, %d threads"
        .formatted(residentBytes >> 20, descriptors, threads);
  }
}
