package dev.rosa.bench.measure;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * @param shortage what a verdict lacks, e.g. {@code 1 of 3 rounds}; empty if there is one
 */
public record Figure(
    String what,
    String bar,
    OptionalDouble measured,
    String measuredText,
    Verdict verdict,
    List<String> facts,
    Optional<String> shortage) {

  /** Verdict on a figure. */
  public enum Verdict {
    REACHED,
    MISSED,
    /** It was measured, in too few rounds. */
    NO_VERDICT,
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

  /** One that lacks nothing for its verdict. */
  public Figure(
      String what,
      String bar,
      OptionalDouble measured,
      String measuredText,
      Verdict verdict,
      List<String> facts) {
    this(what, bar, measured, measuredText, verdict, facts, Optional.empty());
  }

  /** The same, without a verdict where something is missing for one. */
  public Figure unless(Optional<String> missing) {
    return missing.isEmpty()
        ? this
        : new Figure(what, bar, measured, measuredText, Verdict.NO_VERDICT, facts, missing);
  }

  /** The verdict for people, e.g. {@code no verdict: 1 of 3 rounds}. */
  public String verdictText() {
    return verdict.label() + shortage.map(missing -> ": " + missing).orElse("");
  }

  /** A figure that was not measured. */
  public static Figure unmeasured(String what, String bar, String why) {
    return new Figure(what, bar, OptionalDouble.empty(), "–", Verdict.NOT_MEASURED, List.of(why));
  }

  public static Verdict verdict(boolean reached) {
    return reached ? Verdict.REACHED : Verdict.MISSED;
  }
}
