package dev.rosa.bench.path.report;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.run.PathPlan;
import java.util.List;

/**
 * Findings of a run of {@code ./rosa bench path}: plan, results, limits and machine, for its
 * reports.
 *
 * @param plan parameters of the run
 * @param cores that it ran on
 * @param results of the rows
 * @param bars limits of its figures
 * @param machine this one
 */
public record PathFindings(
    PathPlan plan, Cores cores, PathResults results, Bars bars, Machine machine) {

  /** Keys of its figures in a file of limits. */
  public static final List<String> FIGURES =
      PathFigures.of(new PathResults(), PathRow.routerMany(1)).stream().map(Figure::key).toList();

  public PathFindings(PathPlan plan, Cores cores, PathResults results, Bars bars) {
    this(plan, cores, results, bars, Machine.here());
  }

  /** Sentences that a reader of any report must not miss. */
  List<String> warnings() {
    return results.remarks().stream().map(remark -> remark + ".").toList();
  }

  /** The figures, within their limits. */
  public List<Figure> figures() {
    return PathFigures.of(results, plan.many()).stream()
        .map(figure -> figure.within(bars))
        .toList();
  }
}
