package dev.rosa.bench.display;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.measure.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines of a bench's report for a person at a terminal. Owned by one thread. */
public final class ReportText {

  private final List<String> lines = new ArrayList<>();

  /** No lines yet. */
  public ReportText() {}

  /** Adds a line. */
  public void add(String form, Object... values) {
    lines.add(String.format(Locale.ROOT, form, values).stripTrailing());
  }

  /** Adds lines as they are. */
  public void addAll(List<String> more) {
    lines.addAll(more);
  }

  /** Adds the machine's line. */
  public void add(Machine machine) {
    add("%s, %s; %s", machine.cpu(), machine.system(), machine.jvm());
  }

  /** How the rounds were run, as a sentence without its full stop. */
  public static String rounds(int rounds) {
    return rounds == 1 ? "One round" : "Medians of " + rounds + " rounds, interleaved";
  }

  /**
   * Adds the medians of single values.
   *
   * @param form of a number, such as {@code %,.3f}
   */
  public void values(Map<String, List<Double>> values, String form) {
    if (!values.isEmpty()) {
      add("");
    }
    values.forEach(
        (name, each) ->
            add(
                "%s: " + form + ", median of %d",
                name,
                Median.of(each).orElseThrow(),
                each.size()));
  }

  /** Adds what was not measured, with the reasons. */
  public void absences(Map<String, String> absences) {
    if (!absences.isEmpty()) {
      add("");
    }
    absences.forEach((what, why) -> add("absent: %s: %s", what, why));
  }

  /**
   * Adds the table of the figures.
   *
   * @param setting that all of them share, for the head of the table
   */
  public void figures(String setting, List<Figure> figures) {
    add("");
    lines.addAll(FigureTable.lines(setting, figures));
  }

  /** All of them. */
  public List<String> lines() {
    return lines;
  }
}
