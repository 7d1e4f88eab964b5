package dev.rosa.bench.code;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Results of the bench.
 *
 * @param rows of the examples and kernels
 * @param empty of an application that does nothing, in the router's runner
 * @param admission the most expensive one
 */
record CodeResult(int rounds, List<Row> rows, Duel.Reading empty, AdmissionCost.Reading admission) {

  /** Result of one code. */
  record Row(String name, boolean example, Duel.Reading reading) {}

  /** Keys of its figures in a file of limits. */
  static final List<String> FIGURES =
      List.of("median", "examples", "empty", "allocation", "admission");

  /** Copies the rows. */
  CodeResult {
    rows = List.copyOf(rows);
  }

  /** The figures within their limits. */
  List<Figure> figures(Bars bars) {
    double median =
        Median.of(rows.stream().map(row -> row.reading().ratio()).toList()).orElseThrow();
    Row worst =
        rows.stream()
            .filter(Row::example)
            .reduce((one, other) -> one.reading().ratio() >= other.reading().ratio() ? one : other)
            .orElseThrow();
    return List.of(
        ratio("median", "metered against plain, all codes", median, List.of(), bars),
        ratio(
            "examples",
            "metered against plain, the worst example",
            worst.reading().ratio(),
            List.of("It is " + worst.name() + "."),
            bars),
        ratio(
            "empty",
            "an empty application in the router's runner against a plain one",
            empty.ratio(),
            List.of(format("%.1f ns against %.1f ns.", empty.metered(), empty.plain())),
            bars),
        figure(
            "allocation",
            "bytes that an empty application allocates",
            empty.bytes(),
            "%.2f B",
            bars),
        figure(
            "admission",
            "processor time of the most expensive admission, " + admission.bundle(),
            admission.seconds(),
            "%.2f s",
            bars));
  }

  private Figure ratio(String key, String what, double value, List<String> facts, Bars bars) {
    return Figure.of(key, what, OptionalDouble.of(value), format("%.2f ×", value), facts)
        .unless(Rounds.shortage(rounds))
        .within(bars);
  }

  private static Figure figure(String key, String what, double value, String text, Bars bars) {
    return Figure.of(key, what, OptionalDouble.of(value), format(text, value), List.of())
        .within(bars);
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
