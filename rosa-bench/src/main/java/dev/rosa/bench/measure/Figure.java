package dev.rosa.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One result by which a bench is judged: its value, its limit if one was given, and the facts
 * behind it.
 *
 * @param key that a file of limits names it by
 * @param what is measured
 * @param measured the value; empty if it could not be measured
 * @param measuredText for people
 * @param facts what explains it, sentences; those of a missed limit say what keeps it from more
 * @param shortage what a verdict lacks, e.g. {@code 1 of 3 rounds}; empty if there can be one
 * @param limit for the value; empty if none was given
 */
public record Figure(
    String key,
    String what,
    OptionalDouble measured,
    String measuredText,
    List<String> facts,
    Optional<String> shortage,
    Optional<Limit> limit) {

  /** Verdict on a figure. */
  public enum Verdict {
    REACHED,
    MISSED,
    /** It was measured, in too few rounds. */
    NO_VERDICT,
    NOT_MEASURED,
    /** It was measured, and nothing was to be judged. */
    NO_LIMIT;

    /** For people. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Copies the facts. */
  public Figure {
    facts = List.copyOf(facts);
  }

  /** One that was measured. */
  public static Figure of(
      String key, String what, OptionalDouble measured, String measuredText, List<String> facts) {
    return new Figure(key, what, measured, measuredText, facts, Optional.empty(), Optional.empty());
  }

  /** One that was not measured. */
  public static Figure unmeasured(String key, String what, List<String> why) {
    return of(key, what, OptionalDouble.empty(), "–", why);
  }

  /** The same, without a verdict where something is missing for one. */
  public Figure unless(Optional<String> missing) {
    return new Figure(key, what, measured, measuredText, facts, missing, limit);
  }

  /** The same with its limit among these. */
  public Figure within(Bars bars) {
    return new Figure(key, what, measured, measuredText, facts, shortage, bars.limit(key));
  }

  /** The same with more facts. */
  public Figure with(List<String> more) {
    List<String> all = new ArrayList<>(facts);
    all.addAll(more);
    return new Figure(key, what, measured, measuredText, all, shortage, limit);
  }

  /** The verdict by its limit. */
  public Verdict verdict() {
    if (measured.isEmpty()) {
      return Verdict.NOT_MEASURED;
    }
    if (shortage.isPresent()) {
      return Verdict.NO_VERDICT;
    }
    if (limit.isEmpty()) {
      return Verdict.NO_LIMIT;
    }
    return limit.get().allows(measured.getAsDouble()) ? Verdict.REACHED : Verdict.MISSED;
  }

  /** The verdict for people, e.g. {@code no verdict: 1 of 3 rounds}; empty without a limit. */
  public String verdictText() {
    return switch (verdict()) {
      case NO_LIMIT -> "";
      case NO_VERDICT -> verdict().label() + ": " + shortage.orElseThrow();
      case REACHED, MISSED, NOT_MEASURED -> verdict().label();
    };
  }

  /** The limit for people; empty if none was given. */
  public String limitText() {
    return limit.map(Limit::toString).orElse("");
  }
}
