package dev.rosa.role;

import dev.rosa.serving.WatchedPart;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the parts of a node: if one of them has failed, the node ends, and its supervisor can
 * start it again. Thread-safe.
 */
final class PartWatch {

  private static final Logger LOG = LoggerFactory.getLogger(PartWatch.class);

  private final Runnable end;
  private final Queue<WatchedPart> parts = new ConcurrentLinkedQueue<>();

  /**
   * A look at no part yet.
   *
   * @param end of the node
   */
  PartWatch(Runnable end) {
    this.end = end;
  }

  void add(WatchedPart part) {
    parts.add(part);
  }

  /** Ends the node if a part has failed. */
  void look() {
    for (WatchedPart part : parts) {
      if (part.hasFailed()) {
        endSayingSo(part);
      }
    }
  }

  /** The node ends also if there is no memory for the line. */
  private void endSayingSo(WatchedPart part) {
    try {
      LOG.error(
          "a thread of {} has ended, ending: there may have been no memory for it",
          part.getClass().getSimpleName());
    } finally {
      end.run();
    }
  }
}
