package dev.rosa.bench.path;

import dev.rosa.bench.shootout.result.Figure;
import dev.rosa.bench.shootout.result.Machine;
import java.util.List;

/**
 * What came of a run.
 *
 * @param plan what was to be measured
 * @param cores on which
 * @param results what was
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
