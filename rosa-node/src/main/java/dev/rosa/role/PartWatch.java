package dev.rosa.role;

import dev.rosa.serving.WatchedPart;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the parts of a node: a node one of whose parts has failed ends, and its supervisor can
 * start it again. Owns a thread.
 */
final class PartWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PartWatch.class);

  private final Runnable end;
  private final Queue<WatchedPart> parts = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("parts", true));

  /**
   * A watch that does not look by itself.
   *
   * @param end of the node
   */
  PartWatch(Runnable end) {
    this.end = end;
  }

  /** A watch that looks once a second, and ends this JVM. */
  static PartWatch start() {
    PartWatch watch = new PartWatch(() -> Runtime.getRuntime().halt(HeapWatch.EXIT_CODE));
    ScheduledFuture<?> unused =
        watch.thread.scheduleWithFixedDelay(watch::lookOnce, 1, 1, TimeUnit.SECONDS);
    return watch;
  }

  void add(WatchedPart part) {
    parts.add(part);
  }

  /** A look that finds no memory for itself is made again. */
  @SuppressWarnings("CatchThrowable")
  private void lookOnce() {
    try {
      look();
    } catch (Throwable e) {
      // A task that throws would never run again.
      LOG.error("the watch over the parts fails: {}", e.getClass().getName());
    }
  }

  void look() {
    for (WatchedPart part : parts) {
      if (part.hasFailed()) {
        try {
          LOG.error(
              "a thread of {} has ended, ending: there may have been no memory for it",
              part.getClass().getSimpleName());
        } finally {
          end.run();
        }
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
