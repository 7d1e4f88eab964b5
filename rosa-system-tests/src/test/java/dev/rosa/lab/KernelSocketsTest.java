package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source and Destination on ordinary sockets, through routers that know nothing of ROSA. */
@Tag("endtoend")
class KernelSocketsTest {

  private static final String IPV6 = "--ipv6";
  private static final String IPV4 = "--progress=0s";

  @TempDir static Path folder;
  private static NetLab lab;

  @BeforeAll
  static void start() throws Exception {
    String missing = NetLab.missing();
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    lab = NetLab.start(folder, "--no-routers");
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {IPV4, IPV6})
  void shouldCarryPayloadsInRouterAlertPacketsThatAreNeverFragmented(String family)
      throws Exception {
    RunningProgram receive = lab.start("receive", family, "--count", "3").await("ready: kernel");
    RunningProgram send = lab.start("send", family, "--suite", "AES256-GCM").await("ready: ");
    ForeignEye eye =
        ForeignEye.on(
            lab,
            "dst",
            "d0",
            3,
            "ip.opt.ra",
            "ip.flags.df",
            "ipv6.opt.router_alert",
            "rosa.sequence",
            "rosa.suite",
            "rosa.nonce.writer");
    for (String text : List.of("first", "second", "third")) {
      lab.run("say", text);
    }
    assertEquals(0, receive.awaitExit());
    assertEquals(List.of("first", "second", "third"), receive.out().lines().limit(3).toList());
    List<List<String>> seen = eye.seen();
    assertEquals(3, seen.size());
    for (int i = 0; i < seen.size(); i++) {
      boolean ipv6 = family.equals(IPV6);
      assertEquals(ipv6 ? List.of("", "", "2") : List.of("0", "1", ""), seen.get(i).subList(0, 3));
      assertEquals(List.of(Integer.toString(i + 1), "0x21", "0"), seen.get(i).subList(3, 6));
    }
    assertEquals(0, send.end());
  }

  @ParameterizedTest
  @ValueSource(strings = {IPV4, IPV6})
  void shouldRespectThePathMtuAndSayWhatWouldFit(String family) throws Exception {
    int most = 1280 - (family.equals(IPV6) ? 56 : 32) - 80 - 16;
    lab.run("on", "r1", "ip", "link", "set", "r1", "mtu", "1280");
    try {
      RunningProgram receive = lab.start("receive", family, "--count", "1").await("ready: ");
      RunningProgram send = lab.start("send", family).await("ready: ");
      // The first goes as far as r1, which tells; the second is not even tried.
      lab.run("say", "x".repeat(most + 1));
      untilPathMtuIsKnown(family);
      lab.run("say", "x".repeat(most + 1));
      send.await(
          "a datagram of %d bytes is too large for one packet, %d would fit (the path MTU)"
              .formatted(most + 1, most));
      lab.run("say", "y".repeat(most));
      assertEquals(0, receive.awaitExit());
      assertEquals("y".repeat(most), receive.out().lines().findFirst().orElse(""));
      assertEquals(1, send.end());
      assertTrue(send.out().contains("1 too large"), send.out());
    } finally {
      lab.run("on", "r1", "ip", "link", "set", "r1", "mtu", "1500");
    }
  }

  /** Every second packet is refused: the message about one must not stop the next one. */
  @ParameterizedTest
  @ValueSource(strings = {IPV4, IPV6})
  void shouldSendDatagramsThatFollowMessagesOfIcmp(String family) throws Exception {
    String hook = "type filter hook forward priority 0; ";
    String rule =
        "meta l4proto udp numgen inc mod 2 == 0 reject with icmpx type admin-prohibited; ";
    RunningProgram receive = lab.start("receive", family, "--count", "3").await("ready: ");
    RunningProgram send = lab.start("send", family).await("ready: ");
    lab.run("on", "r1", "nft", "table inet refusing { chain f { " + hook + rule + "}; }");
    try {
      for (int i = 1; i <= 6; i++) {
        lab.run("say", "datagram " + i);
      }
      assertEquals(0, receive.awaitExit());
      assertEquals(
          List.of("datagram 2", "datagram 4", "datagram 6"),
          receive.out().lines().limit(3).toList());
      assertEquals(0, send.end());
    } finally {
      lab.run("on", "r1", "nft", "delete table inet refusing");
    }
  }

  private static void untilPathMtuIsKnown(String family) throws Exception {
    String to = family.equals(IPV6) ? "fd02::2" : "10.0.2.2";
    Await.until(
        "the kernel to learn of the path MTU",
        () -> lab.run("on", "src", "ip", "route", "get", to).contains("mtu 1280"));
  }

  @Test
  void shouldSayWhichPrivilegeIpv6Needs() throws Exception {
    RunningProgram send = lab.start("setpriv", "--bounding-set", "-net_raw", "send", IPV6);
    assertEquals(1, send.awaitExit());
    String said = send.err().lines().findFirst().orElse("");
    assertEquals(
        "rosa send: cannot send from fd01:0:0:0:0:0:0:2: Linux lets only processes with"
            + " CAP_NET_RAW set IPv6's Router Alert",
        said);
  }

  @Test
  void shouldNeedNoPrivilegeOverIpv4() throws Exception {
    RunningProgram receive = lab.start("receive", "--count", "1").await("ready: ");
    RunningProgram send =
        lab.start("setpriv", "--bounding-set", "-net_raw,-net_admin", "send").await("ready: ");
    lab.run("say", "unprivileged");
    assertEquals(0, receive.awaitExit());
    assertEquals(0, send.end());
  }

  @Test
  void shouldSayThatRoutersHoldNothingWhichOnlyForward() throws Exception {
    RunningProgram attack =
        lab.start(
            "attack", "none", "forge", "replay", "redirect", "flood", "--seconds", "1", "--json");
    assertEquals(1, attack.awaitExit(), attack::said);
    for (JsonNode result : new ObjectMapper().readTree(attack.out()).path("attacks")) {
      boolean genuine = "none".equals(result.path("attack").asText());
      assertEquals(
          genuine ? "held" : "NOT held", result.path("verdict").asText(), result::toString);
    }
  }
}
