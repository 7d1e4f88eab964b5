package dev.rosa.bench.sessions;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory that this process uses, on the heap and in its address space.
 *
 * @param heapBytes in use after a collection
 * @param mappedBytes of address space; the heap's is reserved from the start, so that what grows is
 *     off heap
 */
record MemoryUse(long heapBytes, long mappedBytes) {

  private static final Path STATUS = Path.of("/proc/self/status");

  static MemoryUse now() throws IOException {
    var heap = ManagementFactory.getMemoryMXBean();
    heap.gc();
    return new MemoryUse(heap.getHeapMemoryUsage().getUsed(), mapped());
  }

  private static long mapped() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    return Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("VmSize:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        << 10;
  }

  MemoryUse since(MemoryUse before) {
    return new MemoryUse(heapBytes - before.heapBytes, mappedBytes - before.mappedBytes);
  }
}
