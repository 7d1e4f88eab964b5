package dev.rosa.bench.proxy.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.request.OpenConnections;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.RosaWay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Requests of one proxy that has many open connections, by turns with those of another that has
 * not. Stateless.
 */
final class OpenRun {

  private final ProxyPlan plan;
  private final Cores cores;
  private final ProxyResults results;
  private final Progress progress;

  OpenRun(ProxyPlan plan, Cores cores, ProxyResults results, Progress progress) {
    this.plan = plan;
    this.cores = cores;
    this.results = results;
    this.progress = progress;
  }

  /**
   * All rounds; both proxies are put into force here, and end with the others.
   *
   * @param none that has no open connections
   * @param way that has them
   */
  void measure(OpenWays ways, RosaWay none, RosaWay way) throws InterruptedException {
    try {
      ways.open(none);
      ways.open(way);
      List<ProxyRow> rows = ProxyPlan.openRows();
      progress.begin("warming up " + way.name(), 0);
      for (ProxyRow row : rows) {
        ways.warmUp(row.way(), List.of(row.demand()));
      }
      progress.begin("opening connections", plan.openingSeconds());
      try (OpenConnections open =
          OpenConnections.open(
              BenchNetwork.memory("programs").resolve("proxy_connections"),
              cores,
              ways.machine(way.name()).serverAddress(),
              plan.open())) {
        note(open);
        for (int round = 1; round <= plan.rounds(); round++) {
          measure(ways, rows, round);
        }
      }
    } catch (AbsentException | IOException e) {
      results.addAbsence(RosaWay.OPEN, e.getMessage());
    }
  }

  private void note(OpenConnections open) {
    results.add(ProxyResults.OPEN, open.count());
    if (open.count() < plan.open()) {
      results.addRemark(
          "Only %,d connections could be open at a time (%s)"
              .formatted(open.count(), open.obstacle()));
    }
  }

  private void measure(OpenWays ways, List<ProxyRow> rows, int round) throws IOException {
    List<ProxyRow> order = new ArrayList<>(rows);
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    for (ProxyRow row : order) {
      progress.begin("round " + round + ": " + row.title(), plan.runSeconds());
      results.add(row, round, ways.run(row.way(), row.demand()));
    }
  }
}
