package dev.rosa.proxy.rules.criterion;

import java.util.BitSet;

/** Criterion: the minute of the week is one of several. Immutable. */
public final class Times implements Criterion {
  private final BitSet minutes;
  private final String text;

  /** Minutes since Monday began; {@code text} is as the rule names them. */
  public Times(BitSet minutes, String text) {
    this.minutes = (BitSet) minutes.clone();
    this.text = text;
  }

  @Override
  public boolean holds(Question question) {
    return minutes.get(question.minuteOfWeek());
  }

  @Override
  public boolean covers(Criterion other) {
    if (!(other instanceof Times times)) {
      return false;
    }
    BitSet left = (BitSet) times.minutes.clone();
    left.andNot(minutes);
    return left.isEmpty();
  }

  @Override
  public String text() {
    return text;
  }
}
