package dev.rosa.bench.firewall.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.plane.PlaneWays;
import dev.rosa.bench.firewall.rate.BlockProbe;
import dev.rosa.bench.firewall.rate.CrowdSec;
import dev.rosa.bench.firewall.rate.Fail2ban;
import dev.rosa.bench.firewall.rate.Firewall;
import dev.rosa.bench.firewall.rate.PlaneFirewall;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.service.ServiceLoad;
import dev.rosa.bench.firewall.way.PacketCost;
import dev.rosa.bench.firewall.way.Way;
import dev.rosa.bench.firewall.way.Ways;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.SystemTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds of {@code ./rosa bench firewall}, the measurement itself. A round takes each way, each
 * scenario and each rate once; figures are ratios within rounds. Owned by one thread.
 */
public final class FirewallBench {

  private static final List<String> PROGRAMS =
      List.of("firewall_packets", "firewall_probe", "firewall_requests", "firewall_xdp");

  private final FirewallPlan plan;
  private final Path home;
  private final Cores cores;
  private final AttackedHost host;
  private final Path programs;
  private final Progress progress = Progress.of("firewall");
  private final FirewallResults results = new FirewallResults();

  private FirewallBench(
      FirewallPlan plan, Path home, Cores cores, AttackedHost host, Path programs) {
    this.plan = plan;
    this.home = home;
    this.cores = cores;
    this.host = host;
    this.programs = programs;
  }

  /**
   * Prepares it, in a network that was laid out.
   *
   * @param home folder that ROSA was built in
   * @param privileged true if this is the machine's root
   */
  public static FirewallBench prepare(FirewallPlan plan, Path home, Cores cores, boolean privileged)
      throws IOException, InterruptedException {
    Path programs = Files.createDirectories(BenchNetwork.memory("programs"));
    for (String program : PROGRAMS) {
      SystemTools.compile(home, program, programs);
    }
    return new FirewallBench(plan, home, cores, AttackedHost.prepare(privileged), programs);
  }

  /** Adds a sentence for the report. */
  public void addRemark(String remark) {
    results.addRemark(remark);
  }

  /** All rounds. */
  public FirewallResults run() throws IOException, InterruptedException {
    List<Way> ways = new ArrayList<>(Ways.all(programs));
    // Right behind the first one, which its figures compare it with.
    ways.addAll(1, PlaneWays.all());
    List<Firewall> firewalls = firewalls();
    progress.expect(plan.expectedSeconds(ways, firewalls.stream().map(Firewall::name).toList()));
    PacketRun packets =
        new PacketRun(plan, host, new PacketCost(programs, host, cores, plan.seconds()), results);
    RateRun rates = rates();
    try (ServiceRun services = services()) {
      for (int round = 1; round <= plan.rounds(); round++) {
        packets.measureSending(round);
        for (Way way : ways) {
          if (plan.seconds(way) > 0) {
            progress.begin("round " + round + ": " + way.name(), plan.seconds(way));
            packets.measure(way, round);
          }
        }
        services.measure(round);
        rates.measure(firewalls, round);
      }
    }
    if (plan.wants(FirewallResults.FORWARDED)) {
      new ForwardingRun(home, programs, cores, results, progress).measure(plan.rounds());
    }
    progress.end();
    return results;
  }

  private RateRun rates() {
    BlockProbe probe = new BlockProbe(programs, host, cores);
    return new RateRun(plan, home, BenchNetwork.memory("rates"), cores, probe, results, progress);
  }

  private ServiceRun services() throws IOException, InterruptedException {
    ServiceRun services =
        new ServiceRun(plan, home, BenchNetwork.memory("service-plane"), cores, results, progress);
    if (plan.wantsService()) {
      progress.begin("starting the service", 0);
      services.begin(new ServiceLoad(programs, cores));
    }
    return services;
  }

  private List<Firewall> firewalls() {
    return List.of(
        new PlaneFirewall(home, BenchNetwork.memory("block-plane"), cores),
        new Fail2ban(BenchNetwork.memory("fail2ban"), cores),
        new CrowdSec(BenchNetwork.memory("crowdsec"), cores));
  }
}
