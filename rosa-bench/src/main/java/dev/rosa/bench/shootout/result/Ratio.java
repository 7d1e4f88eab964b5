package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Ratio of the times of two providers, round by round.
 *
 * @param byRound the ratio within each round that measured both
 */
public record Ratio(NavigableMap<Integer, Double> byRound) {

  /** Copies the map. */
  public Ratio {
    byRound = Collections.unmodifiableNavigableMap(new TreeMap<>(byRound));
  }

  /** The median of the rounds; empty if no round measured both. */
  public OptionalDouble median() {
    return Median.of(byRound.values());
  }

  /** The rounds that a judgement lacks; empty if it can be made. */
  public Optional<String> shortage() {
    return Rounds.shortage(byRound.size());
  }

  /** True if there are enough rounds, and all agree on which of the two takes longer. */
  public boolean isClear() {
    return shortage().isEmpty() && (min() > 1 || max() < 1);
  }

  /** The smallest of any round; 0 without rounds. */
  public double min() {
    return byRound.isEmpty() ? 0 : Collections.min(byRound.values());
  }

  /** The largest of any round; 0 without rounds. */
  public double max() {
    return byRound.isEmpty() ? 0 : Collections.max(byRound.values());
  }
}
