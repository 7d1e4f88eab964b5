package dev.rosa.bench.path;

import dev.rosa.bench.shootout.result.Figure;
import dev.rosa.bench.shootout.result.Machine;
import java.util.List;

/**
 * Result of a run.
 *
 * @param plan parameters of the run
 * @param cores that it ran on
 * @param results of the rows
 * @param machine this one
 */
record PathFindings(PathPlan plan, Cores cores, PathResults results, Machine machine) {

  PathFindings(PathPlan plan, Cores cores, PathResults results) {
    this(plan, cores, results, Machine.here());
  }

  /** Sentences that a reader of any report must not miss. */
  List<String> warnings() {
    return results.remarks().stream().map(remark -> remark + ".").toList();
  }

  /** The figures that are promised. */
  List<Figure> figures() {
    return PathFigures.of(results, plan.many());
  }
}
