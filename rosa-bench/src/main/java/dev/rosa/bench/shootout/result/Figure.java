package dev.rosa.bench.shootout.result;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A bar that was set, and what was measured.
 *
 * @param what is measured
 * @param bar in words
 * @param measured the value; empty if it could not be measured
 * @param measuredText for people
 * @param verdict of the value
 * @param facts what explains it, sentences; those of a bar that was missed say what limits it
 */
public record Figure(
    String what,
    String bar,
    OptionalDouble measured,
    String measuredText,
    Verdict verdict,
    List<String> facts) {

  /** What came of it. */
  public enum Verdict {
    REACHED,
    MISSED,
    NOT_MEASURED;

    /** For people. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Copies the facts. */
  public Figure {
    facts = List.copyOf(facts);
  }

  /** One that nobody measured. */
  static Figure unmeasured(String what, String bar, String why) {
    return new Figure(what, bar, OptionalDouble.empty(), "–", Verdict.NOT_MEASURED, List.of(why));
  }

  static Verdict verdict(boolean reached) {
    return reached ? Verdict.REACHED : Verdict.MISSED;
  }
}
