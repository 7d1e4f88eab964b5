package dev.rosa.serving;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Names of the threads that packets go through, and the heap that they allocate, for status and
 * metrics. Stateless.
 */
public final class PacketThreads {

  private static final String PREFIX = "packets-";

  private PacketThreads() {}

  /** Name of a worker's thread. */
  public static String name(int worker) {
    return PREFIX + worker;
  }

  /** Bytes on the heap that these threads have allocated; empty if this JVM does not count them. */
  public static OptionalLong allocatedBytes() {
    if (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        && threads.isThreadAllocatedMemorySupported()) {
      return OptionalLong.of(allocatedBytes(threads));
    }
    return OptionalLong.empty();
  }

  private static long allocatedBytes(com.sun.management.ThreadMXBean threads) {
    long[] ids =
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter(Objects::nonNull)
            .filter(thread -> thread.getThreadName().startsWith(PREFIX))
            .mapToLong(ThreadInfo::getThreadId)
            .toArray();
    // A thread that has ended meanwhile has -1.
    return Arrays.stream(threads.getThreadAllocatedBytes(ids)).filter(bytes -> bytes > 0).sum();
  }
}
