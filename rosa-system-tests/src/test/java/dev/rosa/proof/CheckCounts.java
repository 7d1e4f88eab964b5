package dev.rosa.proof;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the checks, for the line that a class or a run ends with. Thread-safe. */
final class CheckCounts {

  private static final Map<String, LongAdder> COUNTS = new ConcurrentSkipListMap<>();

  private CheckCounts() {}

  static void add(String what, long more) {
    COUNTS.computeIfAbsent(what, absent -> new LongAdder()).add(more);
  }

  /** The seed and all counts since the last such line. */
  static String line() {
    StringBuilder line = new StringBuilder("proof.seed=" + RandomInput.SEED);
    COUNTS.forEach((what, count) -> line.append(", %,d %s".formatted(count.sum(), what)));
    COUNTS.clear();
    return line.toString();
  }
}
