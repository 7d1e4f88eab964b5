package dev.rosa.firewall.plane;

import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of a plane: one thread counts, any thread reads. */
final class PlaneCounts {

  /** Kinds beyond that are counted together: reporters choose the words. */
  private static final int MOST_KINDS = 64;

  private static final String OTHER = "OTHER";
  private static final long[] LATENCY_MICROS = {500, 5_000, 50_000, Long.MAX_VALUE};
  private static final String[] LATENCY_LABELS = {"500us", "5ms", "50ms", "more"};

  private final Map<String, AtomicLong> verdicts = new LinkedHashMap<>();
  private final Map<String, AtomicLong> proofs = new LinkedHashMap<>();
  private final Map<String, AtomicLong> kinds = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> latencies = new LinkedHashMap<>();

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
    long micros = nanos / 1_000;
    for (int i = 0; i < LATENCY_MICROS.length; i++) {
      if (micros <= LATENCY_MICROS[i]) {
        latencies.get(LATENCY_LABELS[i]).incrementAndGet();
        return;
      }
    }
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
