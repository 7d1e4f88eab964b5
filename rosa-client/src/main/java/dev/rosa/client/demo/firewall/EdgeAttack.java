package dev.rosa.client.demo.firewall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.demo.firewall.traffic.RequestCounts;
import dev.rosa.client.demo.node.EdgeNodes;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Attack at the prompt of {@code ./rosa lab --firewall}: an attacker, with honest hosts beside. */
public enum EdgeAttack {
  /** Malicious orders from the attacker's own address. */
  BAN(EdgeHost.BOT1),

  /** Packets with the addresses of honest clients. */
  FORGE(EdgeHost.FORGER),

  /** Malicious orders with the MAC address of an honest client. */
  MAC(EdgeHost.CLONER),

  /** A reporter that sends evidence without proof about many addresses, as fast as it can. */
  FLOOD(null);

  private static final int FLOOD_EVIDENCE = 50_000;
  private static final int FLOOD_SOURCES = 5_000;

  private final EdgeHost attacker;

  EdgeAttack(EdgeHost attacker) {
    this.attacker = attacker;
  }

  /**
   * Result of an attack.
   *
   * @param name the attack
   * @param held true if it harmed no honest host, and a proven attacker was banned
   * @param served orders of honest hosts that were served
   * @param unserved orders of honest hosts that were not
   * @param banned sources that are banned at the end
   */
  public record Outcome(
      String name, boolean held, long served, long unserved, List<String> banned) {}

  /** Its word at the prompt. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Runs it for some seconds against nodes that run. */
  public Outcome run(EdgeNodes nodes, Duration length)
      throws DemoException, IOException, InterruptedException {
    try (EdgeTraffic traffic = new EdgeTraffic()) {
      List<EdgeHost> honest = EdgeHost.of(EdgeHost.Role.HONEST);
      honest.forEach(traffic::start);
      if (attacker == null) {
        flood(nodes);
      } else {
        traffic.start(attacker);
      }
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
      traffic.stop();
      return outcome(honest.stream().map(traffic::counts).toList(), banned(nodes));
    }
  }

  private static void flood(EdgeNodes nodes) throws IOException, InterruptedException {
    try (EvidenceSink liar = EvidenceSink.open(nodes.reporters())) {
      for (int i = 0; i < FLOOD_EVIDENCE; i++) {
        int number = i % FLOOD_SOURCES;
        byte[] source = {10, 7, (byte) (1 + number / 250), (byte) (1 + number % 250)};
        liar.report(
            new Evidence(InetAddress.getByAddress(source), "e0", 0, "LIE", Proof.NONE, "a lie"));
      }
      boolean unused = liar.settle(Duration.ofMinutes(1));
    }
  }

  private static List<String> banned(EdgeNodes nodes)
      throws DemoException, IOException, InterruptedException {
    return nodes.operate("list", "--json").stream()
        .filter(ban -> ban.path("action").asText().equals("drop"))
        .map((JsonNode ban) -> ban.path("source").asText())
        .toList();
  }

  private Outcome outcome(List<RequestCounts.Snapshot> honest, List<String> banned) {
    long served = honest.stream().mapToLong(RequestCounts.Snapshot::served).sum();
    long unserved = honest.stream().mapToLong(each -> each.refused() + each.blocked()).sum();
    boolean isBanRight = !isProven() || banned.contains(attacker.address());
    boolean isNobodyHarmed =
        EdgeHost.of(EdgeHost.Role.HONEST).stream()
            .noneMatch(host -> banned.contains(host.address()));
    boolean held = served > 0 && unserved == 0 && isBanRight && isNobodyHarmed;
    return new Outcome(word(), held, served, unserved, banned);
  }

  /** True if the attacker completes TCP handshakes. */
  private boolean isProven() {
    return attacker != null && attacker.role() == EdgeHost.Role.ATTACKER;
  }
}
