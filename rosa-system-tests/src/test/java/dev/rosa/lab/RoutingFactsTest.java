package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of routers in changing networks: neighbours and addresses change, links go down, two
 * routers share a link, and packets return another way. Only the router that a packet is sent to
 * may work on it. It appends a star, so a packet without one has leaked.
 */
@Tag("endtoend")
class RoutingFactsTest {

  /** src, r1 and r2 on one link; to dst, a link of r1 and one of r2. */
  private static final String ONE_LINK =
      """
      ip -n r1 link del r1
      ip -n src address flush dev s0
      ip -n src link add lan type bridge
      ip -n src link set s0 master lan
      ip link add r0 netns r2 type veth peer name s1 netns src
      ip link add r1 netns r1 type veth peer name d1 netns dst
      ip -n src link set s1 master lan up
      ip -n src link set lan up
      ip -n src address add 10.0.1.2/24 dev lan
      ip -n r2 address add 10.0.1.3/24 dev r0
      ip -n r2 link set r0 up
      ip -n r1 address add 10.0.12.1/24 dev r1
      ip -n r1 link set r1 up
      ip -n dst address add 10.0.12.2/24 dev d1
      ip -n dst link set d1 up
      ip -n src route replace default via 10.0.1.1
      ip -n r1 route replace 10.0.2.0/24 via 10.0.12.2
      # Wires, too: what a busy router sends together comes one by one.
      ip -n r1 link set r1 gso_max_segs 1
      ip -n r2 link set r0 gso_max_segs 1
      for one in src/lan dst/d1 dst/d0 r1/r0 r1/r1 r2/r0 r2/r1; do
        # Nobody's memory of a neighbour is to outlast a test; asymmetric paths are wanted.
        ip netns exec ${one%/*} sysctl -qw net.ipv4.conf.${one#*/}.rp_filter=0 \\
          net.ipv4.conf.all.rp_filter=0 net.ipv4.neigh.${one#*/}.base_reachable_time_ms=300 \\
          net.ipv4.neigh.${one#*/}.delay_first_probe_time=1 \\
          net.ipv4.neigh.${one#*/}.retrans_time_ms=100
      done
      """;

  private static final int FEW = 20;
  private static final int MANY = 300;
  private static final int EVERY_MILLIS = 15;
  private static final int SILENCE_MILLIS = 300;

  @TempDir static Path folder;
  private static NetLab lab;
  private static ForeignSender foreign;
  private static JsonNode there;
  private static JsonNode back;
  private static RunningProgram atDst;
  private static RunningProgram atSrc;

  /** The last number used, by either session. */
  private static long sequence;

  @BeforeAll
  static void start() throws Exception {
    lab = StarLab.start(folder);
    foreign = new ForeignSender(lab, folder);
    lab.run("bash", "-ec", ONE_LINK);
    Await.until("r1 to divert again", () -> diverts("r1", "r1"));
    Await.until("r2 to divert again", () -> diverts("r2", "r0"));
    atDst = eye("dst");
    atSrc = eye("src");
    there = foreign.session("--code", "star");
    back = foreign.session("--code", "star", "--source", "10.0.2.2", "--destination", "10.0.1.2");
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  private static boolean diverts(String router, String link) {
    try {
      return lab.run("on", router, "nft", "list", "ruleset").contains('"' + link + '"');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static RunningProgram eye(String node) throws Exception {
    String program =
        Path.of(System.getProperty("basedir", ""), "src/test/python/lab_eye.py")
            .toAbsolutePath()
            .toString();
    return lab.start("on", node, "/usr/bin/python3", "-B", program).await("looking");
  }

  /** The next packets of a session, begun to be sent. */
  private static RunningProgram begin(String node, JsonNode session, int count) throws Exception {
    ArrayNode packets = ForeignSender.list();
    for (int i = 1; i <= count; i++) {
      packets.add(ForeignSender.packet(session, sequence + i, "p"));
    }
    sequence += count;
    return foreign.start(node, packets, EVERY_MILLIS);
  }

  private static void send(String node, JsonNode session, int count) throws Exception {
    RunningProgram sending = begin(node, session, count);
    assertEquals(0, sending.awaitExit(), sending::said);
  }

  /** Expected lines of the packets from a number on, worked on by one router, as seen on a link. */
  private static List<String> worked(String link, long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(one -> link + " " + one + " p*").toList();
  }

  private static List<String> seen(RunningProgram eye, String link, long from) {
    return eye.out()
        .lines()
        .filter(line -> line.startsWith(link + " "))
        .filter(line -> Long.parseLong(line.split(" ")[1]) >= from)
        .toList();
  }

  private static long last(RunningProgram eye, String link) {
    return seen(eye, link, 0).stream()
        .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
        .max()
        .orElse(0);
  }

  /** Waits for the last packet sent, and for what might come after it. */
  private static void settle(RunningProgram eye, String link) throws Exception {
    Await.until("packet " + sequence + " by " + link, () -> last(eye, link) == sequence);
    Thread.sleep(SILENCE_MILLIS);
  }

  private static long received(String router) throws Exception {
    return lab.count(router, "packets", "received");
  }

  private static long executed(String router) throws Exception {
    return lab.count(router, "packets", "executed");
  }

  @Test
  void shouldWorkOnlyOnWhatIsAddressedToItWhenAnotherRouterIsOnTheLink() throws Exception {
    long begin = sequence + 1;
    long first = executed("r1");
    long second = received("r2");
    send("src", there, FEW);
    settle(atDst, "d1");
    assertEquals(worked("d1", begin, sequence), seen(atDst, "d1", begin));
    assertEquals(List.of(), seen(atDst, "d0", begin), "by r2, which nobody had asked");
    assertEquals(FEW, executed("r1") - first);
    assertEquals(0, received("r2") - second);
  }

  @Test
  void shouldLeaveToAnotherRouterWhatASwitchFloods() throws Exception {
    lab.run("ip", "-n", "src", "link", "set", "lan", "type", "bridge", "ageing_time", "0");
    try {
      shouldWorkOnlyOnWhatIsAddressedToItWhenAnotherRouterIsOnTheLink();
    } finally {
      lab.run("ip", "-n", "src", "link", "set", "lan", "type", "bridge", "ageing_time", "30000");
    }
  }

  @Test
  void shouldVerifyEachDirectionByItsOwnRouterWhenPathsAreAsymmetric() throws Exception {
    long begin = sequence + 1;
    long first = executed("r1");
    long second = executed("r2");
    send("src", there, FEW);
    settle(atDst, "d1");
    assertEquals(worked("d1", begin, sequence), seen(atDst, "d1", begin));
    assertEquals(FEW, executed("r1") - first);
    long answer = sequence + 1;
    send("dst", back, FEW);
    settle(atSrc, "lan");
    assertEquals(worked("lan", answer, sequence), seen(atSrc, "lan", answer));
    assertEquals(FEW, executed("r2") - second);
    assertEquals(FEW, executed("r1") - first);
  }

  /** Nothing that is not worked on arrives, and of the last packets all do. */
  private static void assertNothingLeakedAndAllIsWell(long begin) throws Exception {
    settle(atDst, "d1");
    List<String> seen = seen(atDst, "d1", begin);
    assertEquals(List.of(), seen.stream().filter(line -> !line.endsWith(" p*")).toList());
    assertEquals(seen.size(), new HashSet<>(seen).size(), "twice: " + seen);
    List<String> end = seen.subList(Math.max(0, seen.size() - FEW), seen.size());
    assertEquals(worked("d1", sequence - FEW + 1, sequence), end);
  }

  private static RunningProgram underWay(long begin) throws Exception {
    RunningProgram sending = begin("src", there, MANY);
    Await.until("packets to arrive", () -> last(atDst, "d1") >= begin + FEW);
    return sending;
  }

  @Test
  void shouldGoOnWhenNeighboursChangeTheirMacAddressesUnderTraffic() throws Exception {
    long begin = sequence + 1;
    RunningProgram sending = underWay(begin);
    lab.run("ip", "-n", "dst", "link", "set", "d1", "address", "02:00:00:00:99:01");
    lab.run("ip", "-n", "r1", "link", "set", "r0", "address", "02:00:00:00:99:02");
    assertEquals(0, sending.awaitExit(), sending::said);
    assertNothingLeakedAndAllIsWell(begin);
  }

  @Test
  void shouldDivertAgainWhenALinkGoesDownAndUpAndHasAnotherAddress() throws Exception {
    long begin = sequence + 1;
    RunningProgram sending = underWay(begin);
    lab.run("ip", "-n", "r1", "link", "set", "r0", "down");
    Thread.sleep(SILENCE_MILLIS);
    lab.run("ip", "-n", "r1", "link", "set", "r0", "up");
    assertEquals(0, sending.awaitExit(), sending::said);
    assertNothingLeakedAndAllIsWell(begin);
    long other = sequence + 1;
    lab.run(
        "bash",
        "-ec",
        "ip -n r1 address del 10.0.1.1/24 dev r0; ip -n r1 address add 10.0.1.9/24 dev r0;"
            + " ip -n src route replace default via 10.0.1.9");
    send("src", there, FEW);
    assertNothingLeakedAndAllIsWell(other);
  }
}
