package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Scores of sources, bounded. The source without evidence for the longest time is forgotten first;
 * a suspicious one is passed over once. One thread's.
 */
final class ScoreTable {

  private static final int PASSED_OVER = 8;

  private final int most;
  private final int evidenceOfEach;
  private final long halfLifeMillis;
  private final double suspicious;

  /** In the order of their last evidence. */
  private final Map<Source, SourceScore> scores = new LinkedHashMap<>(16, 0.75f, true);

  private long evicted;

  ScoreTable(int most, int evidenceOfEach, PolicySettings settings) {
    this.most = most;
    this.evidenceOfEach = evidenceOfEach;
    this.halfLifeMillis = settings.halfLife().toMillis();
    this.suspicious = settings.thresholds().suspicious();
  }

  /** The source's score, made if there is none. */
  SourceScore of(Source source, long nowMillis) {
    SourceScore known = scores.get(source);
    if (known != null) {
      return known;
    }
    if (scores.size() >= most) {
      evict(nowMillis);
    }
    SourceScore made = new SourceScore(nowMillis, evidenceOfEach);
    scores.put(source, made);
    return made;
  }

  /** The order of a table by access changes with each look: only the oldest key is looked at. */
  private void evict(long nowMillis) {
    for (int i = 0; i < PASSED_OVER; i++) {
      Source oldest = scores.keySet().iterator().next();
      if (scores.get(oldest).value(nowMillis, halfLifeMillis) < suspicious) {
        scores.remove(oldest);
        evicted++;
        return;
      }
    }
    scores.remove(scores.keySet().iterator().next());
    evicted++;
  }

  /** The source's score; null if there is none. Counts as a use. */
  SourceScore find(Source source) {
    return scores.get(source);
  }

  void forget(Source source) {
    scores.remove(source);
  }

  int size() {
    return scores.size();
  }

  long evicted() {
    return evicted;
  }
}
