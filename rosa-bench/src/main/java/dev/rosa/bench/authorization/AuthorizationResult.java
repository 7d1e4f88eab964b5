package dev.rosa.bench.authorization;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Result of {@code ./rosa bench as}: sessions a second by storage and number of callers, with the
 * ceilings of each round.
 *
 * @param checks name and version of the provider of the two checks
 */
record AuthorizationResult(AuthorizationPlan plan, String checks, List<Row> rows) {

  /** Name of the storage that the figures are about. */
  static final String SQLITE = "SQLite";

  private static final String CEILING = "ceiling";
  private static final String SPREAD = "spread";
  private static final String BESIDE = "beside";
  private static final String STEP_CA = "step-ca";

  /** Keys of its figures. */
  static final List<String> FIGURES = List.of(CEILING, SPREAD, BESIDE, STEP_CA);

  /**
   * One round of one row: sessions in a second, and what they were measured beside.
   *
   * @param own the server
   * @param echo answers in a second
   * @param checks pairs of checks in a second
   * @param commits sessions in a second that are stored and nothing else
   * @param beside the server of the other build
   * @param stepCa certificates that step-ca issues
   */
  record Point(
      ServerProcess.Reading own,
      double echo,
      double checks,
      double commits,
      Optional<ServerProcess.Reading> beside,
      @JsonProperty("step-ca") Optional<ServerProcess.Reading> stepCa) {

    /** Share of the lowest ceiling. */
    double share() {
      return own.rate() / Math.min(echo, Math.min(checks, commits));
    }

    double spread() {
      return own.late() / own.median();
    }
  }

  /** A storage and a number of callers, with a point a round. */
  record Row(String storage, int callers, List<Point> points) {

    double median(ToDoubleFunction<Point> value) {
      return Median.of(points.stream().mapToDouble(value).toArray()).orElseThrow();
    }

    /** Ratio to another server, taken within each round. */
    OptionalDouble against(Function<Point, Optional<ServerProcess.Reading>> server) {
      return Median.of(
          points.stream()
              .flatMapToDouble(
                  point ->
                      server.apply(point).stream()
                          .mapToDouble(other -> point.own().rate() / other.rate()))
              .toArray());
    }
  }

  /** The figures within their limits. */
  List<Figure> figures(Bars bars) {
    Optional<Row> judged =
        rows.stream()
            .filter(row -> row.storage().equals(SQLITE))
            .filter(row -> row.callers() == AuthorizationPlan.JUDGED)
            .findFirst();
    String where = ", SQLite, %d at a time".formatted(AuthorizationPlan.JUDGED);
    List<Figure> figures = new ArrayList<>();
    figures.add(
        figure(
            CEILING, "of the lowest ceiling" + where, judged.map(row -> row.median(Point::share))));
    figures.add(
        figure(SPREAD, "p99 against p50" + where, judged.map(row -> row.median(Point::spread))));
    if (plan.beside().isPresent()) {
      figures.add(
          figure(
              BESIDE,
              "against the other build" + where,
              judged.map(row -> row.against(Point::beside).orElseThrow())));
    }
    if (plan.stepCa().isThere()) {
      figures.add(
          figure(
              STEP_CA,
              "sessions against certificates of " + StepCa.NAME + where,
              judged.map(row -> row.against(Point::stepCa).orElseThrow())));
    }
    Optional<String> shortage = Rounds.shortage(plan.rounds());
    return figures.stream().map(each -> each.unless(shortage).within(bars)).toList();
  }

  private static Figure figure(String key, String what, Optional<Double> value) {
    return value.isEmpty()
        ? Figure.unmeasured(
            key, what, List.of("takes %d callers".formatted(AuthorizationPlan.JUDGED)))
        : Figure.of(
            key,
            what,
            OptionalDouble.of(value.get()),
            String.format(Locale.ROOT, "%.2f ×", value.get()),
            List.of());
  }
}
