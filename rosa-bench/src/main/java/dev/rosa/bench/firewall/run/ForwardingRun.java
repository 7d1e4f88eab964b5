package dev.rosa.bench.firewall.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.plane.BenchLayers;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.SystemTools;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.run.Code;
import dev.rosa.bench.path.traffic.FrameFile;
import dev.rosa.bench.path.traffic.PlainFrames;
import dev.rosa.bench.path.traffic.Route;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Packets that are no router's business, forwarded by the machine of a diverting router: without a
 * plane, with one that has no ban, and with one that has 1,000. The runs are short and by turns, so
 * that the machine is the same for all. Owned by one thread.
 */
final class ForwardingRun {

  /** In each round. */
  private static final int TURNS = 4;

  private static final double SECONDS = 0.5;
  private static final int BANS = 1_000;
  private static final int FRAME_BYTES = 1 << 20;

  private final Path home;
  private final Path programs;
  private final Cores cores;
  private final FirewallResults results;
  private final Progress progress;

  ForwardingRun(Path home, Path programs, Cores cores, FirewallResults results, Progress progress) {
    this.home = home;
    this.programs = programs;
    this.cores = cores;
    this.results = results;
    this.progress = progress;
  }

  /** All rounds, with one router. */
  void measure(int rounds) throws IOException, InterruptedException {
    progress.begin("a router beside the plane", FirewallPlan.ROUTER_SECONDS);
    SystemTools.compile(home, "path_traffic", programs);
    SystemTools.compile(home, "path_record", programs);
    FrameFile frames = new FrameFile(BenchNetwork.memory("frames"), FRAME_BYTES);
    Traffic traffic = new Traffic(programs, cores, frames);
    PlainFrames plain =
        new PlainFrames(BenchNetwork.mac("r0"), BenchNetwork.DESTINATION, PathRow.FIGURE_PAYLOAD);
    try (BenchDomain domain =
            BenchDomain.start(home, BenchNetwork.memory("domain"), Code.writeBundles(programs));
        RouterForwarder router = new RouterForwarder(domain, cores)) {
      router.open();
      forwarded(traffic, plain);
      for (int turn = 0; turn < rounds * TURNS; turn++) {
        progress.begin("forwarding beside the plane, turn " + (turn + 1), SECONDS * 4);
        turn(traffic, plain, turn % 2 == 0);
      }
    } catch (AbsentException | IOException e) {
      // What was measured before is worth its report.
      results.addAbsence(FirewallResults.FORWARDED, e.getMessage());
    }
  }

  private void turn(Traffic traffic, PlainFrames plain, boolean planeLast)
      throws IOException, InterruptedException, AbsentException {
    double before = planeLast ? forwarded(traffic, plain) : 0;
    double open;
    double banning;
    try (BenchLayers layers = BenchLayers.begin()) {
      open = forwarded(traffic, plain);
      layers.enforce(BenchLayers.bans(Sources.bad(BANS).addresses()));
      banning = forwarded(traffic, plain);
    }
    double without = planeLast ? before : forwarded(traffic, plain);
    results.add(FirewallResults.FORWARDED, without);
    results.add(FirewallResults.FORWARDED_OPEN, open / without);
    results.add(FirewallResults.FORWARDED_BANNING, banning / without);
  }

  private static double forwarded(Traffic traffic, PlainFrames plain)
      throws IOException, InterruptedException {
    return traffic
        .repeat(plain, Pace.saturated(SECONDS), Route.LINKS, List.of())
        .deliveredPerSecond();
  }
}
