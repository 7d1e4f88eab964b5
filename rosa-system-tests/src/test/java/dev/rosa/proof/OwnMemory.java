package dev.rosa.proof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All memory that this process can write to, Java heap, native memory and stacks alike, as Linux
 * shows it. Owned by one thread.
 */
final class OwnMemory {

  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final Path MEMORY = Path.of("/proc/self/mem");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int WINDOW_BYTES = 1 << 20;
  private static final int HEX = 16;
  private static final int KIB = 1_024;

  /** Taken from outside the heap, so that reading leaves no copies there. */
  private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);

  /**
   * Count of a secret's copies in it.
   *
   * @param masked the secret, XORed with {@code mask}: the search must not find itself
   */
  int count(byte[] masked, byte mask) throws IOException {
    int found = 0;
    try (FileChannel memory = FileChannel.open(MEMORY)) {
      for (long[] range : ranges()) {
        found += count(memory, range, masked, mask);
      }
    }
    wipe();
    return found;
  }

  private int count(FileChannel memory, long[] range, byte[] masked, byte mask) {
    int found = 0;
    long at = range[0];
    while (at < range[1]) {
      int bytes = read(memory, at, (int) Math.min(WINDOW_BYTES, range[1] - at));
      if (bytes < masked.length) {
        return found;
      }
      int last = bytes - masked.length;
      for (int i = 0; i <= last; i++) {
        if (matches(i, masked, mask)) {
          found++;
        }
      }
      // A copy that begins in the last bytes is looked for again.
      at += last + 1;
    }
    return found;
  }

  private boolean matches(int at, byte[] masked, byte mask) {
    for (int i = 0; i < masked.length; i++) {
      if ((window.get(at + i) ^ mask) != masked[i]) {
        return false;
      }
    }
    return true;
  }

  /** Fewer bytes than asked for where there is no memory behind the addresses. */
  private int read(FileChannel memory, long at, int bytes) {
    try {
      window.clear().limit(bytes);
      int read = 0;
      while (window.hasRemaining() && read >= 0) {
        read = memory.read(window, at + window.position());
      }
      return window.position();
    } catch (IOException e) {
      return window.position();
    }
  }

  private void wipe() {
    window.clear();
    for (int i = 0; i < WINDOW_BYTES; i++) {
      window.put(i, (byte) 0);
    }
  }

  private static List<long[]> ranges() throws IOException {
    List<long[]> ranges = new ArrayList<>();
    for (String line : Files.readAllLines(MAPS)) {
      String[] fields = line.split("\\s+");
      if (fields[1].startsWith("rw")) {
        String[] ends = fields[0].split("-");
        ranges.add(
            new long[] {
              Long.parseUnsignedLong(ends[0], HEX), Long.parseUnsignedLong(ends[1], HEX)
            });
      }
    }
    return ranges;
  }

  /** Bytes of it that are in RAM. */
  static long residentBytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
        .findFirst()
        .orElseThrow();
  }
}
