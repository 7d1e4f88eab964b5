package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.config.HostPort;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The role as it runs: its life, its sockets, its pages. */
@Timeout(240)
final class RunningFirewallTest {

  private static final String ATTACKER = "192.0.2.7";

  @TempDir private Path folder;
  private TestFirewall firewall;

  @BeforeEach
  void start() throws Exception {
    firewall = new TestFirewall(folder).start();
  }

  @AfterEach
  void end() {
    firewall.close();
  }

  private String page(String path) throws Exception {
    HostPort at = HostPort.of(firewall.running.statusAddress().orElseThrow());
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + at + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private JsonNode status() throws Exception {
    return new ObjectMapper().readTree(page("/status"));
  }

  @Test
  void shouldBanWhomAReporterHasFoundMaliciousUntilAnOperatorLiftsIt() throws Exception {
    firewall.report(ATTACKER, Proof.HANDSHAKE, 3);
    firewall.awaitBan(ATTACKER);

    assertTrue(firewall.done("list").contains(ATTACKER), firewall.out.toString());
    assertTrue(firewall.done("show", ATTACKER).contains("SQL_INJECTION"), firewall.out.toString());
    assertTrue(firewall.done("lift", ATTACKER).startsWith("lifted 192.0.2.7, which had "));

    assertTrue(firewall.enforcement.bans.isEmpty());
    assertEquals("no source is banned or limited\n", firewall.done("list"));
  }

  @Test
  void shouldRestoreBansWithTheTimeTheyHaveLeft() throws Exception {
    firewall.done("ban", ATTACKER, "--for", "1h", "--reason", "a test");
    long end = firewall.enforcement.bans.get(Source.parse(ATTACKER)).endMillis();

    firewall.restart();

    assertEquals(end, firewall.enforcement.bans.get(Source.parse(ATTACKER)).endMillis());
    JsonNode ban = firewall.json("list", "--json");
    assertEquals(ATTACKER, ban.get("source").asText());
    assertTrue(ban.get("byOperator").asBoolean());
    assertTrue(ban.get("secondsLeft").asLong() <= 3_600);
  }

  @Test
  void shouldKeepAllowedSourcesOverARestart() throws Exception {
    firewall.done("ban", ATTACKER);
    String said = firewall.done("allow", "add", "192.0.2.0/28");
    assertTrue(said.startsWith("allowed 192.0.2.0/28\nlifted 192.0.2.7, which had "), said);

    firewall.restart();

    assertTrue(firewall.refused("ban", ATTACKER).contains("allowed by command"));
    assertTrue(firewall.done("allow", "list").contains("192.0.2.0/28"), "the list");
    firewall.done("allow", "remove", "192.0.2.0/28");
    firewall.restart();
    firewall.done("ban", ATTACKER);
  }

  @Test
  void shouldCountAReporterThatClaimsTooMuchAndBanNobodyForIt() throws Exception {
    firewall.report(ATTACKER, Proof.SESSION, 5);

    Await.until("refusals", () -> status().at("/intake/claim-refused").asLong() == 5);
    assertEquals(0, status().at("/bans/inForce").asLong());
    assertTrue(firewall.enforcement.bans.isEmpty());
  }

  @Test
  void shouldLimitAndNotBanWithoutProof() throws Exception {
    firewall.report(ATTACKER, Proof.NONE, 3);

    Await.until("a limit", () -> status().at("/bans/limits").asLong() == 1);
    assertTrue(firewall.enforcement.bans.isEmpty());
    assertTrue(firewall.done("list").contains("limited"), firewall.out.toString());
  }

  @Test
  void shouldTellFiguresOnItsPages() throws Exception {
    firewall.report(ATTACKER, Proof.HANDSHAKE, 3);
    firewall.awaitBan(ATTACKER);
    Await.until("the block's time", () -> status().at("/evidenceToBlock/p99Micros").asLong() > 0);

    JsonNode status = status();
    assertEquals("firewall", status.get("firewall").asText());
    assertEquals(1, status.at("/bans/inForce").asLong());
    assertEquals(3, status.at("/evidence/byKind/SQL_INJECTION").asLong());
    assertEquals(3, status.at("/evidence/byProof/handshake").asLong());
    assertEquals(1, status.at("/evidence/byVerdict/banned").asLong());
    assertEquals(3, status.at("/dropped/ip/packets").asLong());
    assertEquals("ip", status.at("/layers/0/layer").asText());
    assertEquals("ready\n", page("/ready"));
    String metrics = page("/metrics");
    assertTrue(metrics.contains("rosa_plane_evidence_total{kind=\"SQL_INJECTION\"} 3.0"), metrics);
    assertTrue(metrics.contains("rosa_plane_dropped_packets_total{layer=\"ip\"} 3.0"), metrics);
    assertTrue(metrics.contains("rosa_plane_block_seconds{quantile=\"0.99\"}"), metrics);
  }

  @Test
  void shouldLogNothingWhenItsFiguresAreReadAgain() throws Exception {
    try (CapturedLog log = CapturedLog.of("io.micrometer")) {
      for (int i = 0; i < 2; i++) {
        assertTrue(page("/metrics").contains("rosa_plane_dropped_packets_total{layer=\"ip\"}"));
      }
      assertEquals(List.of(), log.linesWith("already registered"));
    }
  }

  @Test
  void shouldSayThatItIsNotReadyWhileTheKernelRefusesBans() throws Exception {
    firewall.enforcement.fails = true;
    assertTrue(firewall.refused("ban", ATTACKER).endsWith("the kernel refuses"));
    assertEquals("some bans are not in force; it is tried again\n", page("/ready"));

    firewall.enforcement.fails = false;

    Await.until("readiness", () -> page("/ready").equals("ready\n"));
    assertTrue(firewall.enforcement.bans.containsKey(Source.parse(ATTACKER)));
  }

  @Test
  void shouldSayThatItIsNotReadyWhileTheKernelDoesNotAnswerAndLoseNothing() throws Exception {
    firewall.done("ban", "203.0.113.9");
    CountDownLatch hang = new CountDownLatch(1);
    firewall.enforcement.hangs = hang;
    firewall.report(ATTACKER, Proof.HANDSHAKE, 3);

    Await.until(
        "the news", () -> page("/ready").equals("the deciding thread has done nothing for 5 s\n"));
    assertEquals(3, status().at("/intake/taken").asLong());
    hang.countDown();

    firewall.awaitBan(ATTACKER);
    Await.until("readiness", () -> page("/ready").equals("ready\n"));
    assertTrue(firewall.enforcement.bans.containsKey(Source.parse("203.0.113.9")));
  }

  @Test
  void shouldLiftABanOfASourceThatBecomesAnAdministrators() throws Exception {
    firewall.report(ATTACKER, Proof.HANDSHAKE, 3);
    firewall.awaitBan(ATTACKER);

    firewall.surroundings = Map.of(Source.parse(ATTACKER), "peer of established ssh");

    Await.until("the lift", () -> firewall.enforcement.bans.isEmpty());
    assertTrue(firewall.done("show", ATTACKER).contains("peer of established ssh"), "the reason");
  }

  @Test
  void shouldNameTheLayersInItsReadyLine() throws Exception {
    try (CapturedLog log = CapturedLog.of(RunningFirewall.class)) {
      firewall.restart();
      assertTrue(
          log.lines().get(0).contains("layers=eth0:ip(no xdp in a test)"), log.lines().toString());
    }
  }

  @Test
  void shouldNotStartBesideAnotherPlaneOfTheSameSockets() {
    IOException refusal =
        assertThrows(
            IOException.class,
            () -> RunningFirewall.start(FirewallSetup.load(firewall.config), firewall));

    assertTrue(refusal.getMessage().endsWith("another process listens there"));
    assertEquals("no source is banned or limited\n", firewall.done("list"));
  }

  @Test
  void shouldKeepNoKeyBesideItsDatabase() {
    assertTrue(Files.exists(folder.resolve("firewall.db")));
    assertFalse(Files.exists(folder.resolve("firewall.db.key")));
  }
}
