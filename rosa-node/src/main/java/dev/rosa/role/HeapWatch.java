package dev.rosa.role;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the JVM's heap that ends a node whose heap stays full. In a heap that stays full,
 * threads of libraries end unseen: a node then gives no answers, and takes no withdrawal. It ends
 * instead, and its supervisor can start it again. Owned by the thread of {@link NodeWatch}.
 */
final class HeapWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

  /** Part of the heap that is in use after a collection, from which on it counts as full. */
  private static final double FULL = 0.95;

  private final DoubleSupplier used;
  private final Runnable collect;
  private final Runnable end;

  private int full;

  /**
   * A look at a heap.
   *
   * @param used part of the heap in use after the last collection, 0 to 1
   * @param collect collects now
   * @param end of the node
   */
  HeapWatch(DoubleSupplier used, Runnable collect, Runnable end) {
    this.used = used;
    this.collect = collect;
    this.end = end;
  }

  /** A look at this JVM's heap. */
  static HeapWatch ofJvm() {
    List<MemoryPoolMXBean> pools = List.copyOf(ManagementFactory.getMemoryPoolMXBeans());
    return new HeapWatch(() -> usedAfterCollection(pools), System::gc, NodeWatch::endNode);
  }

  private static double usedAfterCollection(List<MemoryPoolMXBean> pools) {
    long used = 0;
    for (MemoryPoolMXBean pool : pools) {
      MemoryUsage after = pool.getCollectionUsage();
      used += after == null ? 0 : after.getUsed();
    }
    return (double) used / Runtime.getRuntime().maxMemory();
  }

  /** Ends the node if the heap was full for some looks, and another collection does not help. */
  void look() {
    if (used.getAsDouble() < FULL) {
      full = 0;
      return;
    }
    full++;
    if (full < NodeWatch.PATIENCE) {
      return;
    }
    full = 0;
    collect.run();
    if (used.getAsDouble() >= FULL) {
      endSayingSo();
    }
  }

  /** The node ends also if there is no memory for the line. */
  private void endSayingSo() {
    try {
      LOG.error(
          "the heap is full and stays full, ending: code may hold the memory, or -Xmx is too"
              + " small");
    } finally {
      end.run();
    }
  }
}
