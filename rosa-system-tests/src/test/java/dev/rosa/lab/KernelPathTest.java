package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two active routers on the kernel's own path, as hosts around them see it (PROTOCOL §1, §5):
 * active packets are worked on, all others pass as at any router.
 */
@Tag("endtoend")
class KernelPathTest {

  /** Hop limit of arrivals: each router gives a proven packet 64 again, and takes one. */
  private static final String HOPS = "63";

  private static final String[] CHECKSUMS = {
    "ip.ttl", "ipv6.hlim", "ip.checksum.status", "udp.checksum.status", "ip.dsfield", "ipv6.tclass"
  };

  /** Enough for several stops of a router. */
  private static final int MANY = 300;

  /** For what must not come: nothing is waited for. */
  private static final int WAIT_MILLIS = 500;

  @TempDir static Path folder;
  private static NetLab lab;
  private static ForeignSender foreign;

  @BeforeAll
  static void start() throws Exception {
    lab = StarLab.start(folder);
    foreign = new ForeignSender(lab, folder);
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  private static String family(boolean ipv6) {
    return ipv6 ? "--ipv6" : "--progress=0s";
  }

  @ParameterizedTest
  @CsvSource({
    "false, HMAC-SHA256-128",
    "false, AES128-CTR+HMAC-SHA256-128",
    "false, AES256-GMAC",
    "false, AES256-GCM",
    "true, HMAC-SHA256-128",
    "true, AES128-CTR+HMAC-SHA256-128",
    "true, AES256-GMAC",
    "true, AES256-GCM"
  })
  void shouldRunCodeAtBothRoutersAndDeliverWhatItMade(boolean ipv6, String suite) throws Exception {
    RunningProgram receive =
        lab.start("receive", family(ipv6), "--count", "3").await("ready: kernel");
    RunningProgram send =
        lab.start("send", family(ipv6), "--code", "star", "--suite", suite).await("ready: ");
    ForeignEye eye = ForeignEye.on(lab, "dst", "d0", 3, CHECKSUMS);
    for (String text : List.of("one", "two", "three")) {
      lab.run("say", text);
    }
    assertEquals(0, receive.awaitExit(), receive::said);
    assertEquals(List.of("one**", "two**", "three**"), receive.out().lines().limit(3).toList());
    for (List<String> packet : eye.seen()) {
      // A changed payload has a right checksum.
      assertEquals(
          ipv6 ? List.of("", HOPS, "", "1") : List.of(HOPS, "", "1", "1"), packet.subList(0, 4));
    }
    assertEquals(0, send.end());
  }

  @Test
  void shouldShowARoutersStatusInATableAtThePrompt() throws Exception {
    List<String> table = lab.run("status", "r1").lines().toList();
    assertEquals("router       r1, ready", table.get(0));
    assertTrue(
        table.stream().anyMatch(line -> line.startsWith("code server  10.9.0.2:7002, connected ")),
        table::toString);
    assertTrue(table.stream().allMatch(line -> line.length() <= 80), table::toString);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTakeAForeignSendersPacketsAndKeepItsTrafficClass(boolean ipv6) throws Exception {
    JsonNode session =
        foreign.session(familyOfRequest(ipv6), "--code", "star", "--suite", "AES256-GCM");
    JsonNode before = lab.status("r1");
    ForeignEye eye = ForeignEye.on(lab, "dst", "d0", 3, CHECKSUMS);
    ArrayNode packets = ForeignSender.list();
    for (int sequence = 1; sequence <= 3; sequence++) {
      // DSCP EF, ECN 1.
      Object[] marked = ForeignSender.change("ip", ipv6 ? "tc" : "tos", 0xb9);
      packets.add(ForeignSender.packet(session, sequence, "foreign", marked));
    }
    foreign.send(packets);
    List<List<String>> seen = eye.seen();
    assertEquals(3, seen.size());
    for (List<String> packet : seen) {
      assertEquals(
          ipv6 ? List.of("", HOPS, "", "1") : List.of(HOPS, "", "1", "1"), packet.subList(0, 4));
      assertEquals(0xb9, Integer.decode(packet.get(ipv6 ? 5 : 4)));
    }
    assertEquals(3, counted("r1", before, "packets", "modified"));
  }

  /** A router that was busy has many packets at once, and hands those of a flow back as one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldDeliverEachDatagramAsItWasWhenManyLeaveTheRouterTogether(boolean ipv6)
      throws Exception {
    JsonNode session = foreign.session(familyOfRequest(ipv6), "--code", "counter");
    String[] fields = {"ip.ttl", "ipv6.hlim", "ip.checksum.status", "udp.checksum.status"};
    ForeignEye eye = ForeignEye.on(lab, "dst", "d0", MANY, withSequence(fields));
    ArrayNode packets = ForeignSender.list();
    for (int sequence = 1; sequence <= MANY; sequence++) {
      packets.add(ForeignSender.packet(session, sequence, "the same length " + sequence % 10));
    }
    long framesBefore = framesFromRouter("r1");
    sendWhileItStops("r1", packets);
    List<List<String>> expected = new ArrayList<>();
    for (int sequence = 1; sequence <= MANY; sequence++) {
      String number = Integer.toString(sequence);
      expected.add(ipv6 ? List.of("", HOPS, "", "1", number) : List.of(HOPS, "", "1", "1", number));
    }
    assertEquals(expected, eye.seen());
    long frames = framesFromRouter("r1") - framesBefore;
    assertTrue(frames < MANY, "no packets left together: " + frames + " frames");
  }

  private static String[] withSequence(String... fields) {
    String[] more = Arrays.copyOf(fields, fields.length + 1);
    more[fields.length] = "rosa.sequence";
    return more;
  }

  /** Beats are among them: some seven a second. */
  private static long framesFromRouter(String router) throws Exception {
    String links = lab.run("ip", "-n", router, "-j", "-s", "link", "show", "dev", "rosa0");
    return new ObjectMapper()
        .readTree(links)
        .path(0)
        .path("stats64")
        .path("rx")
        .path("packets")
        .asLong();
  }

  /** Stops it again and again for less than its keeper would take for the end. */
  private static void sendWhileItStops(String router, ArrayNode packets) throws Exception {
    RunningProgram sending = foreign.start("src", packets, 5);
    String pid = Long.toString(lab.pid(router));
    while (sending.isAlive()) {
      // In one command: how long it takes to start another one must not count.
      lab.run("bash", "-c", "kill -STOP $0; sleep 0.3; kill -CONT $0", pid);
    }
    assertEquals(0, sending.awaitExit(), sending::said);
  }

  private static String familyOfRequest(boolean ipv6) {
    return ipv6 ? "--ipv6" : "--seconds=300";
  }

  @Test
  void shouldDropForItsReasonWhatIsForgedReplayedOrFragmented() throws Exception {
    JsonNode session = foreign.session("--code", "counter");
    JsonNode before = lab.status("r1");
    JsonNode behind = lab.status("r2");
    ArrayNode packets = ForeignSender.list();
    packets.add(ForeignSender.packet(session, 1, "genuine"));
    packets.add(ForeignSender.packet(session, 1, "genuine"));
    packets.add(ForeignSender.packet(session, 2, "forged", ForeignSender.change("tag", 3)));
    packets.add(ForeignSender.packet(session, 3, "magic", ForeignSender.change("bit", 0, 1)));
    packets.add(ForeignSender.packet(session, 4, "part", ForeignSender.change("ip", "flags", 1)));
    foreign.send(packets);
    settle("r1", before, packets.size());
    assertEquals(1, counted("r1", before, "drops", "REPLAYED"));
    assertEquals(1, counted("r1", before, "drops", "BAD_TAG"));
    assertEquals(1, counted("r1", before, "drops", "MALFORMED"));
    assertEquals(1, counted("r1", before, "drops", "FRAGMENT"));
    assertEquals(1, counted("r1", before, "packets", "executed"));
    settle("r2", behind, 1);
    assertEquals(1, counted("r2", behind, "packets", "received"));
  }

  @Test
  void shouldLeaveTrafficAloneThatIsNoneOfItsBusiness() throws Exception {
    JsonNode session = foreign.session("--code", "counter");
    JsonNode before = lab.status("r1");
    RunningProgram eye =
        eyeForOthers("ip proto 46 or (ip[20:4] != 0x94040000 and udp port 3322)", 2);
    ArrayNode packets = ForeignSender.list();
    packets.add(ForeignSender.other("rsvp", "10.0.1.2", "10.0.2.2"));
    packets.add(ForeignSender.packet(session, 1, "plain", ForeignSender.change("no-alert")));
    foreign.send(packets);
    assertEquals(0, eye.awaitExit(), eye::said);
    assertEquals(List.of("62", "62"), eye.out().lines().toList());
    assertEquals("1 received", received(lab.run("on", "src", "ping", "-c", "1", "10.0.2.2")));
    assertEquals("1 received", received(lab.run("on", "src", "ping", "-c", "1", "fd02::2")));
    assertEquals(0, counted("r1", before, "packets", "received"));
  }

  @Test
  void shouldLeaveReplayedRouterAlertPacketsOfOthersAlone() throws Exception {
    JsonNode before = lab.status("r1");
    String mac = lab.run("on", "r1", "cat", "/sys/class/net/r0/address").strip();
    ArrayNode packets = ForeignSender.list();
    for (int i = 0; i < 20; i++) {
      packets.add(ForeignSender.other("igmp", "10.0.1.2", "224.0.0.1"));
      packets.add(ForeignSender.other("rsvp", "10.0.1.2", "10.0.2.2"));
      packets.add(ForeignSender.other("icmpv6", "fd01::2", "fd02::2"));
    }
    RunningProgram eye = eyeForOthers("ip proto 46", 20);
    foreign.replay(packets, mac);
    assertEquals(0, eye.awaitExit(), eye::said);
    assertEquals(20, eye.out().lines().filter("62"::equals).count());
    assertEquals(0, counted("r1", before, "packets", "received"));
  }

  @Test
  void shouldOutliveActivePacketsThatAreAddressedToItself() throws Exception {
    JsonNode session = foreign.session("--code", "counter");
    JsonNode behind = lab.status("r2");
    ArrayNode packets = ForeignSender.list();
    packets.add(
        ForeignSender.packet(session, 1, "for you", ForeignSender.change("ip", "dst", "10.0.1.1")));
    foreign.send(packets);
    Thread.sleep(WAIT_MILLIS);
    assertEquals(0, counted("r2", behind, "packets", "received"));
    assertEquals("1 received", received(lab.run("on", "src", "ping", "-c", "1", "10.0.1.1")));
  }

  private static JsonNode attack(int exit, String... arguments) throws Exception {
    String[] command =
        Stream.concat(Stream.of("attack", "--json"), Stream.of(arguments)).toArray(String[]::new);
    RunningProgram attack = lab.start(command);
    assertEquals(exit, attack.awaitExit(), attack::said);
    return new ObjectMapper().readTree(attack.out());
  }

  @Test
  void shouldHoldAgainstAllThatThePromptCanAttackWith() throws Exception {
    assertHeld(12, "all", "--seconds", "1");
    assertHeld(3, "forge", "redirect", "fragments", "--ipv6");
  }

  private static void assertHeld(int attacks, String... arguments) throws Exception {
    JsonNode result = attack(0, arguments);
    assertTrue(result.path("held").asBoolean(), result::toString);
    assertEquals(attacks, result.path("attacks").size());
    for (JsonNode attack : result.path("attacks")) {
      assertEquals("held", attack.path("verdict").asText(), attack::toString);
      assertEquals(0, attack.path("arrived").asInt());
      assertEquals(0, attack.path("drops").path("r2").size(), "r1 lets nothing pass");
      boolean counted = attack.path("drops").path("r1").size() > 0;
      assertEquals(!"none".equals(attack.path("attack").asText()), counted, attack::toString);
    }
  }

  @Test
  void shouldGiveNoVerdictOnAnAttackWhenGenuinePacketsDoNotArriveEither() throws Exception {
    String rule =
        "table inet blocked { chain f { type filter hook forward priority 0; udp dport 3322 drop;"
            + " }; }";
    lab.run("on", "r2", "nft", rule);
    try {
      JsonNode result = attack(1, "forge").path("attacks").path(0);
      assertEquals("no verdict", result.path("verdict").asText(), result::toString);
    } finally {
      lab.run("on", "r2", "nft", "delete", "table", "inet", "blocked");
    }
  }

  @Test
  void shouldAttackNothingOutsideOfTheLab() throws Exception {
    ProcessBuilder outside =
        new ProcessBuilder(NetLab.home().resolve("bin/attack").toString(), "forge");
    Process process = outside.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor());
    assertEquals("attack: works inside of ./rosa lab only, against the lab's own network\n", said);
  }

  private static RunningProgram eyeForOthers(String filter, int packets) throws Exception {
    String count = Integer.toString(packets);
    RunningProgram eye =
        lab.start(
            "capture",
            "dst",
            "d0",
            "-f",
            filter,
            "-c",
            count,
            "-a",
            "duration:" + ForeignEye.PATIENCE_SECONDS,
            "-T",
            "fields",
            "-e",
            "ip.ttl");
    return eye.await(ForeignEye.LOOKING);
  }

  private static String received(String ping) {
    return ping.lines()
        .filter(line -> line.contains("received"))
        .map(line -> line.split(", ")[1])
        .findFirst()
        .orElse(ping);
  }

  private static long counted(String router, JsonNode before, String group, String name)
      throws Exception {
    return lab.count(router, group, name) - before.path(group).path(name).asLong();
  }

  /** Waits until so many packets have come in and met their fate. */
  private static void settle(String router, JsonNode before, long packets) throws Exception {
    Await.until(
        () -> packets + " packets to meet their fate at " + router + lab.described(router),
        () -> isSettled(lab.status(router), before, packets));
  }

  private static boolean isSettled(JsonNode now, JsonNode before, long packets) {
    JsonNode counts = now.path("packets");
    long received = counts.path("received").asLong();
    long ended = counts.path("forwarded").asLong();
    for (JsonNode dropped : now.path("drops")) {
      ended += dropped.asLong();
    }
    return received >= before.path("packets").path("received").asLong() + packets
        && now.path("parkedNow").asInt() == 0
        && ended == received;
  }
}
