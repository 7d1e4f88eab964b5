package dev.rosa.bench.proxy.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.SystemTools;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.bench.proxy.ground.WebServer;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.request.Wrk;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.result.RosaCounts;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.NettyWay;
import dev.rosa.bench.proxy.way.RosaWay;
import dev.rosa.bench.proxy.way.SquidWay;
import dev.rosa.bench.proxy.way.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Rounds of {@code ./rosa bench proxy}, the measurement itself. All ways are in force all the time,
 * each on a machine of its own; a round takes each row once, every second one backwards. Owned by
 * one thread.
 */
public final class ProxyBench {

  private final ProxyPlan plan;
  private final Path home;
  private final Cores cores;
  private final Progress progress = Progress.of("proxy");
  private final ProxyResults results = new ProxyResults();

  /**
   * A bench, in a network that was laid out.
   *
   * @param home folder that ROSA was built in
   */
  public ProxyBench(ProxyPlan plan, Path home, Cores cores) {
    this.plan = plan;
    this.home = home;
    this.cores = cores;
  }

  /** Adds a sentence for the report. */
  public void addRemark(String remark) {
    results.addRemark(remark);
  }

  /** All rounds. */
  public ProxyResults run() throws IOException, InterruptedException {
    Path programs = Files.createDirectories(BenchNetwork.memory("programs"));
    SystemTools.compile(home, "proxy_connections", programs);
    WayMachine.prepareEnds();
    RosaWay rosa = rosa(RosaWay.NAME);
    RosaWay cached = rosa(RosaWay.CACHED);
    try (WebServer server = WebServer.start(BenchNetwork.memory("web"), cores)) {
      Wrk wrk = new Wrk(cores, server.pid());
      try (OpenWays ways = new OpenWays(wrk, plan.seconds())) {
        begin(ways, List.of(KernelWay.plain(), KernelWay.stateful(), rosa, rosa(RosaWay.MANY)));
        begin(ways, List.of(cached));
        begin(ways, others());
        List<ProxyRow> rows = plan.rows(ways.names());
        progress.expect(plan.expectedSeconds(rows.size()));
        double each = ProxyPlan.WARM_UP_SECONDS / ways.names().size();
        for (String way : ways.names()) {
          progress.begin("warming up " + way, each);
          ways.warmUp(way, demands(rows, way));
        }
        for (int round = 1; round <= plan.rounds(); round++) {
          measure(ways, List.of(rosa, cached), rows, round);
          if (plan.wantsHeap()) {
            new HeapRun(results, progress).measure(ways, rosa);
          }
        }
        if (plan.wantsFtp()) {
          new FtpRun(plan, home, cores, results, progress).measure(ways, rosa);
        }
        if (plan.wantsOpen()) {
          new OpenRun(plan, cores, results, progress)
              .measure(ways, rosa(RosaWay.NONE_OPEN), rosa(RosaWay.OPEN));
        }
      }
    }
    progress.end();
    return results;
  }

  private RosaWay rosa(String name) {
    String folder = name.replaceAll("[^A-Za-z0-9]", "");
    return new RosaWay(name, home, BenchNetwork.memory(folder), cores);
  }

  private List<Way> others() {
    return List.of(
        new HaProxyWay(BenchNetwork.memory("haproxy"), cores),
        new SquidWay(BenchNetwork.memory("squid"), cores),
        new NettyWay(BenchNetwork.memory("netty"), cores));
  }

  private void begin(OpenWays ways, List<? extends Way> wanted)
      throws IOException, InterruptedException {
    for (Way way : wanted) {
      try {
        ways.open(way);
      } catch (AbsentException e) {
        results.addAbsence(way.name(), e.getMessage());
      }
    }
  }

  private static List<Demand> demands(List<ProxyRow> rows, String way) {
    return rows.stream()
        .filter(row -> row.way().equals(way))
        .map(ProxyRow::demand)
        .filter(demand -> demand.clients() == Demand.KEPT.clients() || demand.equals(Demand.BODY))
        .toList();
  }

  private void measure(OpenWays ways, List<RosaWay> counted, List<ProxyRow> rows, int round)
      throws IOException {
    List<ProxyRow> order = new ArrayList<>(rows);
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    for (ProxyRow row : order) {
      if (!results.absences().containsKey(row.title())) {
        progress.begin("round " + round + ": " + row.title(), plan.runSeconds());
        measure(ways, counted, row, round);
      }
    }
  }

  private void measure(OpenWays ways, List<RosaWay> counted, ProxyRow row, int round) {
    try {
      Optional<RosaWay> rosa =
          counted.stream().filter(way -> way.name().equals(row.way())).findFirst();
      RosaCounts before = rosa.isPresent() ? RosaCounts.of(rosa.get().status()) : null;
      Reading reading = ways.run(row.way(), row.demand());
      results.add(row, round, reading);
      if (rosa.isPresent()) {
        count(row, before, RosaCounts.of(rosa.get().status()), reading);
      }
    } catch (IOException e) {
      results.addAbsence(row.title(), e.getMessage());
    }
  }

  private void count(ProxyRow row, RosaCounts before, RosaCounts after, Reading reading) {
    boolean isCached = row.way().equals(RosaWay.CACHED);
    if (row.demand().equals(Demand.BODY) && !isCached) {
      results.add(ProxyResults.SEEN, after.seenShare(before, reading.bytes()));
    } else if (row.demand().equals(Demand.KEPT)) {
      results.add(
          isCached ? ProxyResults.CACHED_PACKETS : ProxyResults.PACKETS,
          after.packetsEach(before, reading.requests()));
    }
  }
}
