package dev.rosa.bench.proxy.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.ground.FileServer;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.FtpBodies;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.result.RosaCounts;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.RosaWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Long bodies over FTP, by the kernel's stateful forwarding and by the proxy in turn, each in a
 * session that stays open. Stateless.
 */
final class FtpRun {

  private final ProxyPlan plan;
  private final Path home;
  private final Cores cores;
  private final ProxyResults results;
  private final Progress progress;

  FtpRun(ProxyPlan plan, Path home, Cores cores, ProxyResults results, Progress progress) {
    this.plan = plan;
    this.home = home;
    this.cores = cores;
    this.results = results;
    this.progress = progress;
  }

  /** All rounds. */
  void measure(OpenWays ways, RosaWay rosa) throws InterruptedException {
    try (FileServer server =
        FileServer.start(Files.createDirectories(BenchNetwork.memory("ftp")), cores)) {
      try (FtpBodies forwarded = session(ways, KernelWay.STATEFUL, server);
          FtpBodies judged = session(ways, RosaWay.NAME, server)) {
        progress.begin("warming up " + rosa.name() + " over FTP", 2 * plan.runSeconds());
        Reading unused = judged.run(ways.processes(rosa.name()), 2 * plan.seconds());
        for (int round = 1; round <= plan.rounds(); round++) {
          if (round % 2 == 1) {
            add(ways, KernelWay.STATEFUL, round, forwarded);
            addJudged(ways, rosa, round, judged);
          } else {
            addJudged(ways, rosa, round, judged);
            add(ways, KernelWay.STATEFUL, round, forwarded);
          }
        }
      }
    } catch (AbsentException | IOException e) {
      results.addAbsence(row(RosaWay.NAME).title(), e.getMessage());
    }
  }

  private FtpBodies session(OpenWays ways, String way, FileServer server) throws IOException {
    String address = ways.machine(way).serverAddress();
    return FtpBodies.open(home, cores, address, server.pid());
  }

  private static ProxyRow row(String way) {
    return new ProxyRow(way, Demand.FTP_BODY);
  }

  private Reading add(OpenWays ways, String way, int round, FtpBodies bodies) throws IOException {
    ProxyRow row = row(way);
    progress.begin("round " + round + ": " + row.title(), plan.runSeconds());
    Reading reading = bodies.run(ways.processes(way), plan.seconds());
    results.add(row, round, reading);
    return reading;
  }

  private void addJudged(OpenWays ways, RosaWay rosa, int round, FtpBodies bodies)
      throws IOException {
    RosaCounts before = RosaCounts.of(rosa.status());
    Reading reading = add(ways, rosa.name(), round, bodies);
    results.add(
        ProxyResults.FTP_SEEN, RosaCounts.of(rosa.status()).seenShare(before, reading.bytes()));
  }
}
