package dev.rosa.proxy.rules;

import dev.rosa.proxy.stream.Judgement;
import java.util.Locale;

/** Action of a rule. */
public enum Action {
  /** The request passes; the next one is judged again. */
  ALLOW,
  /** The request is refused. */
  REFUSE,
  /** The request passes, and so does another protocol that it asks for. */
  PASS;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Its word in configurations. */
  public String label() {
    return label;
  }

  /** What it is to the judgement on a stream. */
  public Judgement judgement() {
    return switch (this) {
      case ALLOW -> Judgement.PASS;
      case REFUSE -> Judgement.REFUSE;
      case PASS -> Judgement.PASS_THROUGH;
    };
  }

  static Action ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
