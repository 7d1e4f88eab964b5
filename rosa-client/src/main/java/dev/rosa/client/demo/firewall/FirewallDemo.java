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
import java.util.ArrayList;
import java.util.EnumMap;
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
  private static final double MILLIS = 1e3;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

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
    try (EdgeNodes nodes = EdgeNodes.create(files.directory(), files.home(), progressLog);
        EdgeTraffic traffic = new EdgeTraffic()) {
      interruption.undoBy(nodes::close);
      return new FirewallDemo(nodes, traffic, progressLog, length).run();
    } catch (IOException e) {
      throw DemoException.ofMachine(e);
    }
  }

  private FirewallReport run() throws DemoException, IOException, InterruptedException {
    nodes.startWeb();
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
    progressLog.line("the firewall plane is ready; a reporter lies to it about honest clients");
    Map<EdgeHost, Duration> banned = lieAndAwaitBans();
    Phase beside = measure();
    progressLog.line(
        "beside the plane:  %.0f honest and %.0f malicious orders a second, %.0f %% of a core",
        beside.honestPerSecond(), beside.maliciousPerSecond(), beside.cpuShare() * 100);
    List<JsonNode> inForce = nodes.operate("list", "--json");
    JsonNode status = nodes.status();
    traffic.stop();
    List<HostResult> results = new ArrayList<>();
    for (EdgeHost host : EdgeHost.values()) {
      RequestCounts.Snapshot first = beforePlane.get(host);
      results.add(
          new HostResult(
              host, traffic.counts(host).since(first), ban(host, inForce, banned, status)));
    }
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

  /** The time after the start of the plane at which each attacker's ban is told. */
  private Map<EdgeHost, Duration> lieAndAwaitBans() throws DemoException, InterruptedException {
    Map<EdgeHost, Duration> banned = new EnumMap<>(EdgeHost.class);
    long began = System.nanoTime();
    try (EvidenceSink reporter = EvidenceSink.open(nodes.reporters())) {
      lie(reporter);
      for (EdgeHost attacker : EdgeHost.of(Role.ATTACKER)) {
        String awaited = "a ban of " + attacker.namespace();
        if (!nodes.patience().comes(awaited, () -> reporter.isBanned(attacker.inetAddress()))) {
          throw new DemoException(attacker.namespace() + " was not banned");
        }
        banned.put(attacker, Duration.ofNanos(System.nanoTime() - began));
        progressLog.line("%s is banned", attacker.namespace());
      }
    }
    return banned;
  }

  /** Claims a proof that the reporter may not claim. */
  private static void lie(EvidenceSink reporter) throws DemoException, InterruptedException {
    for (int lie = 0; lie < LIES; lie++) {
      for (EdgeHost victim : EdgeHost.of(Role.HONEST)) {
        reporter.report(
            new Evidence(victim.inetAddress(), "e0", 0, "MALFORMED", Proof.SESSION, "a lie"));
      }
    }
    if (!reporter.settle(PATIENCE)) {
      throw new DemoException("the plane does not take evidence");
    }
  }

  private static Optional<HostResult.BanSeen> ban(
      EdgeHost host, List<JsonNode> inForce, Map<EdgeHost, Duration> banned, JsonNode status) {
    String layer = status.path("layers").path(0).path("layer").asText("?");
    Duration after = banned.getOrDefault(host, Duration.ZERO);
    return inForce.stream()
        .filter(ban -> ban.path("source").asText().equals(host.address()))
        .filter(ban -> ban.path("action").asText().equals("drop"))
        .map(ban -> new HostResult.BanSeen(layer, after.toMillis() / MILLIS))
        .findFirst();
  }
}
