package dev.rosa.bench.firewall.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.plane.BenchPlane;
import dev.rosa.bench.firewall.rate.BanRates;
import dev.rosa.bench.firewall.rate.BlockProbe;
import dev.rosa.bench.firewall.rate.Firewall;
import dev.rosa.bench.firewall.rate.PlaneFirewall;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One round of the firewalls' speed: evidence to block, bans a second, a restart. */
final class RateRun {

  private final FirewallPlan plan;
  private final Path home;
  private final Path folder;
  private final Cores cores;
  private final BlockProbe probe;
  private final FirewallResults results;
  private final Progress progress;

  /**
   * Rates of planes whose files are in a folder.
   *
   * @param home folder that ROSA was built in
   */
  RateRun(
      FirewallPlan plan,
      Path home,
      Path folder,
      Cores cores,
      BlockProbe probe,
      FirewallResults results,
      Progress progress) {
    this.plan = plan;
    this.home = home;
    this.folder = folder;
    this.cores = cores;
    this.probe = probe;
    this.results = results;
    this.progress = progress;
  }

  /** A measurement of one value. */
  private interface Measurement {
    double measure() throws IOException, InterruptedException, AbsentException;
  }

  void measure(List<Firewall> firewalls, int round) throws IOException, InterruptedException {
    for (Firewall firewall : firewalls) {
      block(firewall, round);
    }
    value(
        FirewallResults.ONE_BY_ONE,
        round,
        () -> counted(FirewallResults.ONE_BY_ONE, BanRates.oneByOne()));
    value(
        FirewallResults.IN_BATCHES,
        round,
        () -> counted(FirewallResults.IN_BATCHES, BanRates.inBatches()));
    List<String> sources = Sources.bad(plan.restored()).addresses();
    value(
        FirewallResults.RESTART,
        round,
        () -> counted(BanRates.restart(home, folder.resolve("restart"), cores, sources)));
  }

  private double counted(String name, BanRates.Rate rate) {
    results.add(FirewallResults.cpuOf(name), rate.cpuMicros());
    return rate.perSecond();
  }

  private double counted(BanRates.Restart restart) {
    results.add(FirewallResults.cpuOf(FirewallResults.RESTART), restart.cpuMicros());
    return restart.seconds();
  }

  private void block(Firewall firewall, int round) throws IOException, InterruptedException {
    String name = FirewallPlan.blockName(firewall.name());
    if (!isWanted(name)) {
      return;
    }
    boolean own = firewall.name().equals(PlaneFirewall.NAME);
    int sources = firewall.sources(plan.sources());
    progress.begin("round " + round + ": " + name, FirewallPlan.BLOCK_SECONDS);
    try (firewall) {
      firewall.open();
      results.add(firewall.name(), probe.measure(firewall, sources));
    } catch (AbsentException | IOException e) {
      results.addAbsence(name, e.getMessage());
    }
    if (own) {
      BenchPlane.forget(firewall.reports().getParent());
    }
  }

  private boolean isWanted(String name) {
    return plan.wants(name) && !results.absences().containsKey(name);
  }

  private void value(String name, int round, Measurement measurement)
      throws IOException, InterruptedException {
    if (!isWanted(name)) {
      return;
    }
    progress.begin("round " + round + ": " + name, FirewallPlan.RATE_SECONDS);
    try {
      results.add(name, measurement.measure());
    } catch (AbsentException | IOException e) {
      results.addAbsence(name, e.getMessage());
    }
  }
}
