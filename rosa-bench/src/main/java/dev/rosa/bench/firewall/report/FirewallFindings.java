package dev.rosa.bench.firewall.report;

import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.run.FirewallPlan;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.namespace.Cores;
import java.util.List;

/**
 * Findings of a run of {@code ./rosa bench firewall}: plan, results, limits and machine, for its
 * reports.
 *
 * @param plan parameters of the run
 * @param cores that it ran on
 * @param results of the rows
 * @param bars limits of its figures
 * @param machine this one
 */
public record FirewallFindings(
    FirewallPlan plan, Cores cores, FirewallResults results, Bars bars, Machine machine) {

  /** Keys of its figures in a file of limits. */
  public static final List<String> FIGURES =
      FirewallFigures.of(new FirewallResults()).stream().map(Figure::key).toList();

  /** Findings on this machine. */
  public FirewallFindings(FirewallPlan plan, Cores cores, FirewallResults results, Bars bars) {
    this(plan, cores, results, bars, Machine.here());
  }

  /** Sentences that a reader of any report must not miss. */
  List<String> warnings() {
    return results.remarks().stream().map(remark -> remark + ".").toList();
  }

  /** The figures, within their limits. */
  public List<Figure> figures() {
    return FirewallFigures.of(results).stream().map(figure -> figure.within(bars)).toList();
  }
}
