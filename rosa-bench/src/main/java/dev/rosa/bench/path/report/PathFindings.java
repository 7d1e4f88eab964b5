package dev.rosa.bench.path.report;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.path.namespace.Cores;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.run.PathPlan;
import java.util.List;

/**
 * Result of a run.
 *
 * @param plan parameters of the run
 * @param cores that it ran on
 * @param results of the rows
 * @param machine this one
 */
public record PathFindings(PathPlan plan, Cores cores, PathResults results, Machine machine) {

  public PathFindings(PathPlan plan, Cores cores, PathResults results) {
    this(plan, cores, results, Machine.here());
  }

  /** Sentences that a reader of any report must not miss. */
  List<String> warnings() {
    return results.remarks().stream().map(remark -> remark + ".").toList();
  }

  /** The figures that are promised. */
  public List<Figure> figures() {
    return PathFigures.of(results, plan.many());
  }
}
