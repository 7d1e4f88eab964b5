package dev.rosa.serving;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;

/**
 * Part of a node that tells when an error has ended one of its threads, which would else go unseen.
 * Thread-safe.
 */
public interface WatchedPart {

  /** True if one of its threads has ended though the part was not closed. */
  boolean hasFailed();

  /** True if one of a group's loops ends or has ended. */
  static boolean anyEnded(EventLoopGroup group) {
    for (EventExecutor loop : group) {
      if (loop.isShuttingDown()) {
        return true;
      }
    }
    return false;
  }
}
