package dev.rosa.as.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Figures of the streams that tell the standing of sessions; written by one thread, read by any.
 */
final class WatchCounts {
  private final AtomicLong streams = new AtomicLong();
  private final AtomicLong sessions = new AtomicLong();
  private final AtomicLong toldToRenew = new AtomicLong();
  private final AtomicLong toldVoid = new AtomicLong();

  void update(int openStreams, int heldSessions) {
    streams.set(openStreams);
    sessions.set(heldSessions);
  }

  void count(Told told) {
    switch (told.standing()) {
      case RENEW -> toldToRenew.getAndIncrement();
      case VOID -> toldVoid.getAndIncrement();
      default -> {}
    }
  }

  Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("streams", streams.get());
    all.put("sessions", sessions.get());
    all.put("toldToRenew", toldToRenew.get());
    all.put("toldVoid", toldVoid.get());
    return all;
  }
}
