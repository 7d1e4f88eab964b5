package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.endtoend.ForeignLab.Effect;
import dev.rosa.testkit.Await;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with packets of a program that shares no code with ROSA, made from the output of {@code
 * rosa request --json}. Running routers execute them. The same packets changed, replayed, early or
 * late are dropped and counted under the one right reason (PROTOCOL §5).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("endtoend")
class ForeignSourceTest {

  /** Each router gives a proven packet 64 hops again, and takes one when it forwards it. */
  private static final int HOPS_BEHIND_THE_LAST = 63;

  private static final int PACKETS = 20;

  /** The sequence number of packets that are changed; nothing of them may be remembered. */
  private static final long CHANGED = 500;

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static ForeignLab foreign;

  @RegisterExtension
  static final LabLogs LOGS = new LabLogs(() -> foreign == null ? null : foreign.lab());

  @BeforeAll
  static void start() throws Exception {
    String missing = ForeignPeer.missing();
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    foreign = ForeignLab.start(folder);
  }

  @AfterAll
  static void end() throws Exception {
    if (foreign != null) {
      foreign.close();
    }
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> shouldExecutePacketsBuiltByAForeignProgram() {
    return foreign.sessions().entrySet().stream()
        .map(
            session ->
                DynamicTest.dynamicTest(
                    session.getKey(), () -> execute(session.getKey(), session.getValue())));
  }

  private static void execute(String name, JsonNode session) throws Exception {
    RouterReading second = foreign.lab().reading("r2");
    Effect first = foreign.send(ForeignLab.genuine(session, 1, PACKETS));
    assertEquals(Map.of(), first.drops());
    for (String event : List.of("received", "verified", "executed", "forwarded")) {
      assertEquals(PACKETS, first.counted(event), event);
    }
    RouterReading after = foreign.lab().settled("r2", second, PACKETS);
    assertEquals(Map.of(), after.dropsSince(second));
    assertEquals(PACKETS, after.packetsSince(second).get("executed"));
    boolean marks = name.startsWith("marker");
    assertEquals(marks ? PACKETS : 0, first.counted("modified"));
    checkArrivals(session, marks, after.status().path("nodeId").asLong());
  }

  private static void checkArrivals(JsonNode session, boolean marked, long lastNode)
      throws Exception {
    List<JsonNode> arrived = foreign.peer().arrivals(PACKETS);
    assertEquals(PACKETS, arrived.size());
    boolean hasNonce = session.path("suite").asInt() > 0x10;
    for (int i = 0; i < PACKETS; i++) {
      JsonNode packet = arrived.get(i);
      assertTrue(packet.path("verified").asBoolean());
      assertTrue(packet.path("checksums").asBoolean());
      assertEquals(session.path("session"), packet.path("session"));
      assertEquals(
          InetAddress.getByName(session.path("dst").asText()),
          InetAddress.getByName(packet.path("dst").asText()));
      assertEquals(i + 1, packet.path("sequence").asLong());
      assertEquals(HOPS_BEHIND_THE_LAST, packet.path("hops").asInt());
      assertEquals(
          ForeignLab.payload(i + 1) + (marked ? "2a2a" : ""), packet.path("payload").asText());
      assertEquals(marked && hasNonce ? lastNode : 0, packet.path("writer").asLong());
    }
  }

  @TestFactory
  @Order(2)
  Stream<DynamicTest> shouldDropForItsReasonWhenOneFieldIsChanged() {
    return ForeignLab.SUITES.stream()
        .flatMap(suite -> Stream.of(false, true).map(ipv6 -> changes(suite, ipv6)))
        .flatMap(tests -> tests);
  }

  private static Stream<DynamicTest> changes(String suite, boolean ipv6) {
    JsonNode session = foreign.session("counter", suite, ipv6);
    JsonNode other = foreign.session("marker", suite, ipv6);
    String name = suite + (ipv6 ? " IPv6 " : " IPv4 ");
    Stream<DynamicTest> changes =
        Tampering.of(session, other).stream()
            .filter(tampering -> !tampering.equals(Tampering.nextEpoch()))
            .map(
                tampering ->
                    DynamicTest.dynamicTest(name + tampering, () -> drop(session, tampering)));
    return Stream.concat(
        changes,
        Stream.of(
            DynamicTest.dynamicTest(name + "any bit", () -> dropAnyBit(session)),
            DynamicTest.dynamicTest(name + "the original", () -> leaveNoTrace(session))));
  }

  private static void drop(JsonNode session, Tampering tampering) throws Exception {
    RouterReading second = foreign.lab().reading("r2");
    ObjectNode packet =
        ForeignPeer.packet(session, CHANGED, ForeignLab.payload(CHANGED), tampering.change());
    Effect effect = foreign.send(List.of(packet));
    assertAll(
        () -> assertEquals(Map.of(tampering.reason(), 1L), effect.drops()),
        () -> assertEquals(0, effect.counted("verified")),
        () -> assertEquals(0, effect.counted("forwarded")),
        () ->
            assertEquals(
                second.packets("received"), foreign.lab().reading("r2").packets("received")));
  }

  /** Of all sessions at once: each packet waits for its announcement in vain. */
  @Test
  @Order(2)
  void shouldDropPacketsOfAnEpochThatIsNotAnnounced() throws Exception {
    List<ObjectNode> packets = new ArrayList<>();
    for (String suite : ForeignLab.SUITES) {
      for (boolean ipv6 : new boolean[] {false, true}) {
        JsonNode session = foreign.session("counter", suite, ipv6);
        String payload = ForeignLab.payload(CHANGED + 1);
        packets.add(
            ForeignPeer.packet(session, CHANGED + 1, payload, Tampering.nextEpoch().change()));
      }
    }
    Effect effect = foreign.send(packets);
    assertEquals(Map.of(Tampering.nextEpoch().reason(), (long) packets.size()), effect.drops());
    assertEquals(0, effect.counted("verified"));
    assertEquals(0, effect.counted("forwarded"));
  }

  /** Every byte from the header's first to the tag's last, one bit each. */
  private static void dropAnyBit(JsonNode session) throws Exception {
    String payload = ForeignLab.payload(CHANGED);
    int bytes = 80 + (session.path("suite").asInt() > 0x10 ? 12 : 0) + payload.length() / 2 + 16;
    List<ObjectNode> packets = new ArrayList<>();
    for (int i = 0; i < bytes; i++) {
      packets.add(
          ForeignPeer.packet(
              session, CHANGED, payload, ForeignPeer.change("bit", i, 1 << (i * 5 % 8))));
    }
    Effect effect = foreign.send(packets);
    assertEquals(bytes, effect.drops().values().stream().mapToLong(Long::longValue).sum());
    assertEquals(0, effect.counted("verified"));
    assertEquals(0, effect.counted("forwarded"));
  }

  /** After all those forgeries, the packet that they were made from is as good as new. */
  private static void leaveNoTrace(JsonNode session) throws Exception {
    Effect effect = foreign.send(ForeignLab.genuine(session, CHANGED, 1));
    assertEquals(Map.of(), effect.drops());
    assertEquals(1, effect.counted("executed"));
    List<JsonNode> arrived = foreign.peer().arrivals(1);
    assertEquals(ForeignLab.payload(CHANGED), arrived.get(0).path("payload").asText());
    assertEquals(List.of(), foreign.peer().unexpected());
  }

  @Test
  @Order(3)
  void shouldDropAsReplayedWhenAPacketComesAgain() throws Exception {
    for (String suite : ForeignLab.SUITES) {
      JsonNode session = foreign.session("counter", suite, false);
      assertEquals(Map.of(), foreign.send(ForeignLab.genuine(session, 1_000, PACKETS)).drops());
      Effect again = foreign.resend(PACKETS);
      assertEquals(Map.of("REPLAYED", (long) PACKETS), again.drops());
      assertEquals(0, again.counted("executed"));
      assertEquals(PACKETS, foreign.peer().arrivals(PACKETS).size());
    }
    assertEquals(List.of(), foreign.peer().unexpected());
  }

  @Test
  @Order(4)
  void shouldDropAsReplayedWhenAPacketIsFarBehind() throws Exception {
    JsonNode session = foreign.session("marker", "HMAC-SHA256-128", false);
    foreign.send(ForeignLab.genuine(session, 9_000, 1));
    Effect near = foreign.send(ForeignLab.genuine(session, 9_000 - 1_023, 1));
    Effect far = foreign.send(ForeignLab.genuine(session, 9_000 - 1_024, 1));
    assertEquals(Map.of(), near.drops());
    assertEquals(Map.of("REPLAYED", 1L), far.drops());
    foreign.peer().arrivals(2);
  }

  @Test
  @Order(5)
  void shouldDropAsExpiredOrNotYetValidOutsideTheWindow() throws Exception {
    Lab lab = foreign.lab();
    String start = Long.toString(Instant.now().getEpochSecond() + 1_000);
    JsonNode early =
        lab.request("counter", "AES256-GCM", false, "--seconds", "60", "--start", start);
    JsonNode brief = lab.request("counter", "HMAC-SHA256-128", true, "--seconds", "2");
    long over = brief.path("set").asLong() + 1;
    Await.until("the window to end", () -> Instant.now().getEpochSecond() > over);
    Effect effect =
        foreign.send(
            List.of(
                ForeignLab.genuine(early, 1, 1).get(0), ForeignLab.genuine(brief, 1, 1).get(0)));
    assertEquals(Map.of("EXPIRED", 1L, "NOT_YET_VALID", 1L), effect.drops());
  }

  @Test
  @Order(6)
  void shouldDropWhenHopsAreUsedUp() throws Exception {
    JsonNode v4 = foreign.session("counter", "HMAC-SHA256-128", false);
    JsonNode v6 = foreign.session("counter", "HMAC-SHA256-128", true);
    String payload = ForeignLab.payload(2_000);
    Effect effect =
        foreign.send(
            List.of(
                ForeignPeer.packet(v4, 2_000, payload, ForeignPeer.change("ip", "ttl", 15)),
                ForeignPeer.packet(v6, 2_000, payload, ForeignPeer.change("ip", "hlim", 1))));
    assertEquals(Map.of("HOPS_EXHAUSTED", 2L), effect.drops());
  }

  @TestFactory
  @Order(7)
  Stream<DynamicTest> shouldCountTheSameWhenACaptureIsReplayed() throws Exception {
    List<ObjectNode> packets = new ArrayList<>();
    for (String suite : ForeignLab.SUITES) {
      JsonNode session = foreign.lab().request("marker", suite, false, "--seconds", "600");
      packets.addAll(ForeignLab.genuine(session, 1, 5));
      packets.addAll(ForeignLab.genuine(session, 4, 1));
      for (Tampering tampering : Tampering.of(session, foreign.session("counter", suite, false))) {
        if (tampering.isSameInCapture()) {
          packets.add(ForeignPeer.packet(session, 9, "abcd".repeat(20), tampering.change()));
        }
      }
    }
    Effect live = foreign.send(packets);
    long now = Instant.now().getEpochSecond();
    Stream<DynamicTest> once =
        Stream.of("raw", "ethernet", "overlay")
            .map(
                framing ->
                    DynamicTest.dynamicTest(framing, () -> replay(framing, now, packets, live)));
    return Stream.concat(
        once, Stream.of(DynamicTest.dynamicTest("again and late", () -> replayAgain(now))));
  }

  private static Path captured(String framing) {
    return foreign.folder().resolve(framing + ".pcap");
  }

  private static void replay(String framing, long now, List<ObjectNode> packets, Effect live)
      throws Exception {
    Path in = captured(framing);
    foreign.peer().capture(in, framing, now, packets);
    Effect replayed = replay(in);
    assertEquals(live.drops(), replayed.drops());
    for (String event : List.of("received", "verified", "executed", "modified", "forwarded")) {
      assertEquals(live.counted(event), replayed.counted(event), event);
    }
  }

  private static void replayAgain(long now) throws Exception {
    Path in = captured("raw");
    byte[] first = Files.readAllBytes(Path.of(in + ".out"));
    replay(in);
    // Packets that the code rewrote are sealed anew: never twice under one nonce.
    assertFalse(Arrays.equals(first, Files.readAllBytes(Path.of(in + ".out"))));
    Effect late = replay(in, "--at", Long.toString(now + 10_000));
    assertEquals(0, late.counted("verified"));
    assertEquals(0, late.counted("forwarded"));
    assertTrue(late.drops().get("EXPIRED") >= 24, () -> late.toString());
  }

  private static Effect replay(Path in, String... more) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("--config", foreign.lab().files().file("r1.xml").toString(), "--json"));
    arguments.addAll(List.of("--replay", in.toString(), "--write", in + ".out"));
    arguments.addAll(List.of(more));
    RunningProgram replay = foreign.lab().run("replay", RoleJars.ROUTER, arguments);
    assertEquals(0, replay.awaitExit(), replay::tail);
    JsonNode result = JSON.readTree(replay.out());
    return new Effect(positive(result.path("drops")), positive(result.path("packets")));
  }

  private static Map<String, Long> positive(JsonNode counts) {
    Map<String, Long> positive = new HashMap<>();
    counts
        .properties()
        .forEach(
            count -> {
              if (count.getValue().asLong() > 0) {
                positive.put(count.getKey(), count.getValue().asLong());
              }
            });
    return new TreeMap<>(positive);
  }
}
