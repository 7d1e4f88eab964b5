package dev.rosa.bench.firewall.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.firewall.plane.BenchPlane;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.service.AttackedService;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceLoad;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The paper's scenarios: one service for all of them, warmed up once, and a new plane for each that
 * has one. Owned by one thread.
 */
final class ServiceRun implements AutoCloseable {

  /** Time in which what one run left behind comes to its end. */
  private static final long REST_MILLIS = 300;

  private final FirewallPlan plan;
  private final Path home;
  private final Path folder;
  private final Cores cores;
  private final FirewallResults results;
  private final Progress progress;
  private AttackedService service;

  /**
   * Scenarios with planes whose files are in a folder.
   *
   * @param home folder that ROSA was built in
   */
  ServiceRun(
      FirewallPlan plan,
      Path home,
      Path folder,
      Cores cores,
      FirewallResults results,
      Progress progress) {
    this.plan = plan;
    this.home = home;
    this.folder = folder;
    this.cores = cores;
    this.results = results;
    this.progress = progress;
  }

  /** Starts the service and warms it up. */
  void begin(ServiceLoad load) throws IOException, InterruptedException {
    service = AttackedService.start(BenchPlane.reporters(folder), cores, load);
    service.warmUp().forEach(rate -> results.add(FirewallResults.WARM_UP, rate));
  }

  /** One round of all scenarios. */
  void measure(int round) throws IOException, InterruptedException {
    for (Scenario scenario : Scenario.values()) {
      String name = FirewallPlan.name(scenario);
      if (plan.wants(name) && !results.absences().containsKey(name)) {
        progress.begin("round " + round + ": " + name, plan.serviceSeconds() + 1);
        Thread.sleep(REST_MILLIS);
        measure(scenario, name, round);
      }
    }
  }

  private void measure(Scenario scenario, String name, int round)
      throws IOException, InterruptedException {
    if (!scenario.hasFirewall()) {
      results.add(scenario, round, service.run(scenario, plan.serviceSeconds()));
      return;
    }
    try {
      BenchPlane plane = BenchPlane.start(home, folder, cores);
      try (plane) {
        plane.warmUp();
        service.awaitPlane(true);
        results.add(scenario, round, service.run(scenario, plan.serviceSeconds()));
      }
    } catch (AbsentException | IOException e) {
      results.addAbsence(name, e.getMessage());
    }
    service.awaitPlane(false);
    BenchPlane.forget(folder);
  }

  @Override
  public void close() {
    if (service != null) {
      service.close();
    }
  }
}
