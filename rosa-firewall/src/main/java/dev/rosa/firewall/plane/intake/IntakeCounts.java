package dev.rosa.firewall.plane.intake;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counters of the events at the reporters' socket, and one log line a minute at most for all
 * complaints together. One thread counts, any thread reads.
 */
final class IntakeCounts {

  private static final Logger LOG = LoggerFactory.getLogger(IntakeCounts.class);
  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final AtomicLongArray counts = new AtomicLongArray(IntakeEvent.values().length);
  private final LongSupplier nanos;

  /** Complaints that no line has had yet. */
  private final Map<IntakeEvent, Long> untold = new EnumMap<>(IntakeEvent.class);

  private String lastUser = "";
  private long quietUntilNanos;

  IntakeCounts(LongSupplier nanos) {
    this.nanos = nanos;
    this.quietUntilNanos = nanos.getAsLong();
  }

  /** Counts an event of a user's. */
  void count(IntakeEvent event, String user) {
    counts.incrementAndGet(event.ordinal());
    if (event.isComplaint()) {
      untold.merge(event, 1L, Long::sum);
      lastUser = user;
      tellIfDue();
    }
  }

  /** Logs complaints that came in a quiet minute once it is over. To be called now and then. */
  void tellIfDue() {
    long now = nanos.getAsLong();
    if (untold.isEmpty() || now - quietUntilNanos < 0) {
      return;
    }
    quietUntilNanos = now + QUIET_NANOS;
    StringBuilder line = new StringBuilder();
    untold.forEach(
        (event, count) -> line.append(' ').append(event.label()).append('=').append(count));
    untold.clear();
    LOG.warn("complaints about reporters:{} last-user={}", line, lastUser);
  }

  /** The count of an event since the start. */
  long counted(IntakeEvent event) {
    return counts.get(event.ordinal());
  }

  /** All counts by label. */
  Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (IntakeEvent event : IntakeEvent.values()) {
      all.put(event.label(), counted(event));
    }
    return all;
  }
}
