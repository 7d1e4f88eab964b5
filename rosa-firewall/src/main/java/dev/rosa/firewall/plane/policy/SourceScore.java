package dev.rosa.firewall.plane.policy;

import dev.rosa.evidence.Evidence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Score of a source that decays with time, and the last evidence about it. One thread's. */
final class SourceScore {

  /** The newest last. */
  private final Deque<Evidence> evidence;

  private final int mostEvidence;
  private double value;
  private long atMillis;
  private long reports;

  SourceScore(long nowMillis, int mostEvidence) {
    this.atMillis = nowMillis;
    this.mostEvidence = mostEvidence;
    this.evidence = new ArrayDeque<>(mostEvidence);
  }

  /** Adds a weight; returns the score with it. */
  double add(Evidence reported, int weight, long nowMillis, long halfLifeMillis) {
    value = value(nowMillis, halfLifeMillis) + weight;
    atMillis = Math.max(atMillis, nowMillis);
    reports++;
    if (evidence.size() == mostEvidence) {
      evidence.removeFirst();
    }
    evidence.addLast(reported);
    return value;
  }

  double value(long nowMillis, long halfLifeMillis) {
    long passed = Math.max(0, nowMillis - atMillis);
    return value * Math.pow(0.5, (double) passed / halfLifeMillis);
  }

  /** Begins from nothing, as the source was banned; what is known of it stays. */
  void clear() {
    value = 0;
  }

  long reports() {
    return reports;
  }

  List<Evidence> evidence() {
    return List.copyOf(evidence);
  }
}
