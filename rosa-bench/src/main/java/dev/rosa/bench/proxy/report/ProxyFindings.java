package dev.rosa.bench.proxy.report;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.run.ProxyPlan;
import java.util.List;

/**
 * Findings of a run of {@code ./rosa bench proxy}: plan, results, limits and machine, for its
 * reports.
 *
 * @param plan parameters of the run
 * @param cores that it ran on
 * @param load average of the machine when it began
 * @param results of the rows
 * @param bars limits of its figures
 * @param machine this one
 */
public record ProxyFindings(
    ProxyPlan plan, Cores cores, double load, ProxyResults results, Bars bars, Machine machine) {

  /** Keys of its figures in a file of limits. */
  public static final List<String> FIGURES =
      ProxyFigures.of(new ProxyResults()).stream().map(Figure::key).toList();

  /** Findings on this machine. */
  public ProxyFindings(ProxyPlan plan, Cores cores, double load, ProxyResults results, Bars bars) {
    this(plan, cores, load, results, bars, Machine.here());
  }

  /** Sentences that a reader of any report must not miss. */
  List<String> warnings() {
    return results.remarks().stream().map(remark -> remark + ".").toList();
  }

  /** The figures, within their limits. */
  public List<Figure> figures() {
    return ProxyFigures.of(results).stream().map(figure -> figure.within(bars)).toList();
  }
}
