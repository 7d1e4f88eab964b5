package dev.rosa.client.demo.firewall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.firewall.EdgeHost.Role;
import dev.rosa.client.demo.firewall.traffic.RequestCounts;
import dev.rosa.client.demo.node.EdgeNodes;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Interruption;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Course of {@code rosa demo firewall}: orders without the plane, then beside it. One thread; the
 * web service and the plane are processes, the hosts are threads in network namespaces.
 */
public final class FirewallDemo {

  private static final int WARM_UP_SECONDS = 2;
  private static final int LIES = 10;

  private final EdgeNodes nodes;
  private final EdgeTraffic traffic;
  private final ProgressLog progressLog;
  private final Duration length;

  private FirewallDemo(
      EdgeNodes nodes, EdgeTraffic traffic, ProgressLog progressLog, Duration length) {
    this.nodes = nodes;
    this.traffic = traffic;
    this.progressLog = progressLog;
    this.length = length;
  }

  /**
   * Runs the demo in the network namespaces of {@code ./rosa lab --firewall}; it leaves no process
   * behind, also if it fails.
   *
   * @param length of each of the two measurements
   */
  public static FirewallReport run(
      DemoFiles files, Duration length, PrintWriter out, Interruption interruption)
      throws DemoException, InterruptedException {
    ProgressLog progressLog = new ProgressLog(out);
    interruption.undoBy(progressLog::end);
    try (EdgeNodes nodes = new EdgeNodes(files.directory(), files.home(), progressLog);
        EdgeTraffic traffic = new EdgeTraffic()) {
      interruption.undoBy(nodes::close);
      return new FirewallDemo(nodes, traffic, progressLog, length).run();
    } catch (IOException e) {
      throw DemoException.ofMachine(e);
    }
  }

  private FirewallReport run() throws DemoException, IOException, InterruptedException {
    nodes.startWeb(EdgeHost.EDGE + ":" + EdgeHost.WEB_PORT);
    progressLog.line("the web service takes orders; no firewall plane yet");
    for (EdgeHost host : EdgeHost.values()) {
      traffic.start(host);
    }
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    Phase before = measure();
    progressLog.line(
        "without the plane: %.0f honest and %.0f malicious orders a second, %.0f %% of a core",
        before.honestPerSecond(), before.maliciousPerSecond(), before.cpuShare() * 100);
    Map<EdgeHost, RequestCounts.Snapshot> beforePlane = traffic.counts();
    nodes.startPlane();
    Instant planeReady = Instant.now();
    progressLog.line("the firewall plane is ready; a reporter lies to it about honest clients");
    lie();
    awaitBans();
    Phase beside = measure();
    progressLog.line(
        "beside the plane:  %.0f honest and %.0f malicious orders a second, %.0f %% of a core",
        beside.honestPerSecond(), beside.maliciousPerSecond(), beside.cpuShare() * 100);
    traffic.close();
    JsonNode status = nodes.status();
    List<HostResult> results = results(beforePlane, status, planeReady);
    return new FirewallReport(
        before, beside, results, traffic.forgedFrames(), Lies.of(LIES, status), status);
  }

  private Phase measure() throws DemoException, InterruptedException {
    Duration cpu = nodes.cpuOfWeb();
    long began = System.nanoTime();
    Map<EdgeHost, RequestCounts.Snapshot> first = traffic.counts();
    TimeUnit.NANOSECONDS.sleep(length.toNanos());
    nodes.checkAlive();
    Map<EdgeHost, RequestCounts.Snapshot> last = traffic.counts();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    return new Phase(
        took,
        nodes.cpuOfWeb().minus(cpu),
        sum(Role.HONEST, first, last),
        sum(Role.ATTACKER, first, last));
  }

  /** Orders of hosts of a role that the service has answered. */
  private static long sum(
      Role role,
      Map<EdgeHost, RequestCounts.Snapshot> first,
      Map<EdgeHost, RequestCounts.Snapshot> last) {
    return EdgeHost.of(role).stream()
        .map(host -> last.get(host).since(first.get(host)))
        .mapToLong(
            role == Role.HONEST ? RequestCounts.Snapshot::served : RequestCounts.Snapshot::refused)
        .sum();
  }

  /** A reporter claims a proof that it may not claim. */
  private void lie() throws DemoException, InterruptedException {
    try (EvidenceSink liar = EvidenceSink.open(nodes.reporters())) {
      for (int lie = 0; lie < LIES; lie++) {
        for (EdgeHost victim : EdgeHost.of(Role.HONEST)) {
          liar.report(
              new Evidence(victim.inetAddress(), "e0", 0, "MALFORMED", Proof.SESSION, "a lie"));
        }
      }
      if (!liar.settle(Duration.ofMinutes(1))) {
        throw new DemoException("the plane does not take evidence");
      }
    }
  }

  private void awaitBans() throws DemoException, InterruptedException {
    for (EdgeHost attacker : EdgeHost.of(Role.ATTACKER)) {
      String awaited = "a ban of " + attacker.namespace();
      if (!nodes.patience().comes(awaited, () -> ban(attacker.address()).isPresent())) {
        throw new DemoException(attacker.namespace() + " was not banned");
      }
      progressLog.line("%s is banned", attacker.namespace());
    }
  }

  private Optional<JsonNode> ban(String source) throws IOException {
    return nodes.events().stream()
        .filter(event -> event.path("event").asText().equals("ban"))
        .filter(event -> event.path("action").asText().equals("ban"))
        .filter(event -> event.path("source").asText().equals(source))
        .findFirst();
  }

  private List<HostResult> results(
      Map<EdgeHost, RequestCounts.Snapshot> beforePlane, JsonNode status, Instant planeReady)
      throws IOException {
    List<HostResult> results = new ArrayList<>();
    String layer = status.path("layers").path(0).path("layer").asText("?");
    for (EdgeHost host : EdgeHost.values()) {
      Optional<HostResult.BanSeen> ban =
          ban(host.address())
              .map(
                  event -> new HostResult.BanSeen(host.address(), layer, since(planeReady, event)));
      results.add(
          new HostResult(
              host, beforePlane.get(host), traffic.counts(host).since(beforePlane.get(host)), ban));
    }
    return results;
  }

  private static double since(Instant begin, JsonNode event) {
    return Duration.between(begin, Instant.parse(event.path("time").asText())).toMillis() / 1e3;
  }
}
