package dev.rosa.firewall.plane;

import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.Verdict;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of a plane: one thread counts, any thread reads. */
final class PlaneCounts {

  static final double MEDIAN = 0.5;
  static final double P99 = 0.99;

  /** Kinds beyond that are counted together: reporters choose the words. */
  private static final int MOST_KINDS = 64;

  private static final String OTHER = "OTHER";
  private static final long[] LATENCY_MICROS = {500, 5_000, 50_000, Long.MAX_VALUE};
  private static final String[] LATENCY_LABELS = {"500us", "5ms", "50ms", "more"};

  private final Map<String, AtomicLong> verdicts = new LinkedHashMap<>();
  private final Map<String, AtomicLong> proofs = new LinkedHashMap<>();
  private final Map<String, AtomicLong> kinds = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> latencies = new LinkedHashMap<>();

  /** Times of the last hour, for their median and p99. */
  private final Timer blocks =
      Timer.builder("blocks")
          .publishPercentiles(MEDIAN, P99)
          .percentilePrecision(2)
          .distributionStatisticExpiry(Duration.ofHours(1))
          .distributionStatisticBufferLength(2)
          .register(new SimpleMeterRegistry());

  PlaneCounts() {
    for (Verdict verdict : Verdict.values()) {
      verdicts.put(verdict.label(), new AtomicLong());
    }
    for (Proof proof : Proof.values()) {
      proofs.put(proof.word(), new AtomicLong());
    }
    for (String label : LATENCY_LABELS) {
      latencies.put(label, new AtomicLong());
    }
  }

  void count(Decision decision) {
    verdicts.get(decision.verdict().label()).incrementAndGet();
    proofs.get(decision.evidence().proof().word()).incrementAndGet();
    String kind = decision.evidence().kind();
    String counted = kinds.containsKey(kind) || kinds.size() < MOST_KINDS ? kind : OTHER;
    kinds.computeIfAbsent(counted, unused -> new AtomicLong()).incrementAndGet();
  }

  /** Time from the arrival of evidence to the block of its source. */
  void countBlock(long nanos) {
    blocks.record(nanos, TimeUnit.NANOSECONDS);
    long micros = nanos / 1_000;
    for (int i = 0; i < LATENCY_MICROS.length; i++) {
      if (micros <= LATENCY_MICROS[i]) {
        latencies.get(LATENCY_LABELS[i]).incrementAndGet();
        return;
      }
    }
  }

  /**
   * Time from evidence to block that a part of the bans of the last hour took at most.
   *
   * @param part {@link #MEDIAN} or {@link #P99}
   * @return microseconds; 0: there was none
   */
  long blockMicros(double part) {
    for (ValueAtPercentile each : blocks.takeSnapshot().percentileValues()) {
      if (each.percentile() == part) {
        return Math.round(each.value(TimeUnit.MICROSECONDS));
      }
    }
    return 0;
  }

  Map<String, Long> verdicts() {
    return read(verdicts);
  }

  Map<String, Long> proofs() {
    return read(proofs);
  }

  Map<String, Long> kinds() {
    return read(kinds);
  }

  Map<String, Long> latencies() {
    return read(latencies);
  }

  private static Map<String, Long> read(Map<String, AtomicLong> counts) {
    Map<String, Long> values = new LinkedHashMap<>();
    counts.forEach((label, count) -> values.put(label, count.get()));
    return values;
  }
}
