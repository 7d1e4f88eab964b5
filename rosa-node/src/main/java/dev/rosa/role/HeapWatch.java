package dev.rosa.role;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the JVM's heap. In a heap that stays full, threads of libraries end unseen: a node
 * then gives no answers, and takes no withdrawal. It ends instead, and its supervisor can start it
 * again. Owns a thread.
 */
final class HeapWatch implements AutoCloseable {

  /** Exit code of a node whose heap was full. */
  static final int EXIT_CODE = 1;

  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

  /** Part of the heap that is in use after a collection, from which on it counts as full. */
  private static final double FULL = 0.95;

  /** Looks, one a second, that find a full heap before it is collected once more. */
  private static final int PATIENCE = 10;

  private final DoubleSupplier used;
  private final Runnable collect;
  private final Runnable end;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("heap", true));

  private int full;

  /**
   * A watch that does not look by itself.
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

  /** A watch over this JVM, which it ends. */
  static HeapWatch start() {
    HeapWatch watch =
        new HeapWatch(
            HeapWatch::usedAfterCollection, System::gc, () -> Runtime.getRuntime().halt(EXIT_CODE));
    ScheduledFuture<?> unused =
        watch.thread.scheduleWithFixedDelay(watch::lookOnce, 1, 1, TimeUnit.SECONDS);
    return watch;
  }

  private static double usedAfterCollection() {
    long used = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage after = pool.getCollectionUsage();
      used += after == null ? 0 : after.getUsed();
    }
    return (double) used / Runtime.getRuntime().maxMemory();
  }

  /** A look that finds no memory for itself counts as one that finds a full heap. */
  @SuppressWarnings("CatchThrowable")
  void lookOnce() {
    try {
      look();
    } catch (OutOfMemoryError e) {
      full++;
      if (full >= PATIENCE) {
        end.run();
      }
    } catch (Throwable e) {
      LOG.error("the watch over the heap fails: {}", e.getClass().getName());
    }
  }

  /** Ends the node if the heap was full for some looks, and another collection does not help. */
  void look() {
    if (used.getAsDouble() < FULL) {
      full = 0;
      return;
    }
    full++;
    if (full < PATIENCE) {
      return;
    }
    full = 0;
    collect.run();
    if (used.getAsDouble() >= FULL) {
      LOG.error(
          "the heap is full and stays full, ending: code may hold the memory, or -Xmx is too"
              + " small");
      end.run();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
