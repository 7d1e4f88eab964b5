package dev.rosa.serving;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counters of the connections and calls that a server refused, by reason, with at most one log line
 * a minute for each reason. Thread-safe.
 */
public final class PeerRefusals {

  private static final Logger LOG = LoggerFactory.getLogger(PeerRefusals.class);
  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Map<PeerRefusal, Count> counts = new EnumMap<>(PeerRefusal.class);

  /** Both guarded by the {@link PeerRefusals} that owns it. */
  private static final class Count {
    private long total;
    private long quietUntilNanos;
  }

  /** Counts from zero. */
  public PeerRefusals() {
    this(System::nanoTime);
  }

  PeerRefusals(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Counts one refusal.
   *
   * @param peer the refused peer, for the log: a source or an identity
   */
  public synchronized void count(PeerRefusal reason, Object peer) {
    Count count = counts.computeIfAbsent(reason, unused -> new Count());
    count.total++;
    long now = nanoTime.getAsLong();
    if (count.total == 1 || now - count.quietUntilNanos >= 0) {
      count.quietUntilNanos = now + QUIET_NANOS;
      LOG.warn("refused peer={} reason={} since-start={}", peer, reason.label(), count.total);
    }
  }

  /** The number of refusals for that reason. */
  public synchronized long counted(PeerRefusal reason) {
    Count count = counts.get(reason);
    return count == null ? 0 : count.total;
  }

  /** All counts by label. */
  public Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (PeerRefusal reason : PeerRefusal.values()) {
      all.put(reason.label(), counted(reason));
    }
    return all;
  }
}
