package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.config.HostPort;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of a router's status, for pages that routers and others might serve. */
class StatusCommandTest {

  private static final String GOOD =
      """
      {"router":"r1","domain":17,"nodeId":1,"version":"0.1.0","commit":"9cb4f9c01234",
       "startedAt":"2026-11-22T09:20:04Z","uptimeSeconds":11530,
       "certificateEnd":"2001-11-22T08:54:10Z","ready":true,
       "codeServer":{"address":"127.0.0.1:7002","connected":false,"since":"2026-11-22T09:20:06Z",
         "lastError":"code server 127.0.0.1:7002 not reachable: no connection (Connection refused)",
         "lastErrorAt":"2026-11-22T09:20:05Z"},
       "state":{"number":1764000000000,"ageSeconds":12,"secondsLeft":-108,
         "revokedSessions":1234567,"revokedUsers":2,"revokedCodes":0,"kept":true},
       "catalogue":{"version":12,"codes":[
         {"name":"counter","digest":"43feb96200","permitted":true,"epochs":[1]},
         {"name":"secretless","digest":"53feb96200","permitted":true,"epochs":[]},
         {"name":"other","digest":"63feb96200","permitted":false,"epochs":[1]}]},
       "workers":2,"workersInCode":[
         {"worker":1,"code":"counter","digest":"43feb96200","place":"a.B.c line 4","seconds":12}],
       "sessionsLive":1234,"parkedNow":0,"lastPacketSecondsAgo":3,
       "packets":{"received":1234567,"untouched":0,"verified":1234560},
       "drops":{"BAD_TAG":5,"REPLAYED":0,"MALFORMED":2},
       "applications":[{"name":"counter","digest":"43feb96200","counters":{"packets":7}}],
       "providers":{"HMAC-SHA256-128":"SunJCE"}}
      """;

  private volatile String page = GOOD;
  private StatusServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        StatusServer.start(
            new HostPort("127.0.0.1", 0), Set.of(), Map.of("/status", StatusPage.json(() -> page)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandRun status(String... options) {
    String[] all = new String[2 + options.length];
    all[0] = "status";
    all[1] = "127.0.0.1:" + server.address().getPort();
    System.arraycopy(options, 0, all, 2, options.length);
    return CommandRun.of(all);
  }

  private static void assertFitsATerminal(CommandRun run) {
    for (String line : run.out().lines().toList()) {
      assertTrue(line.length() <= 80, line.length() + " columns: " + line);
      assertTrue(line.chars().noneMatch(Character::isISOControl), line);
    }
  }

  @Test
  void shouldShowWhatARouterDoesAndSuffersInATable() {
    CommandRun run = status();
    assertEquals(0, run.exitCode(), run.err());
    assertFitsATerminal(run);
    List<String> lines =
        run.out().lines().map(line -> line.replaceAll("for \\d+ d \\d+ h", "for a while")).toList();
    assertEquals(
        List.of(
            "router       r1, ready",
            "             domain 17, node 1, version 0.1.0 (commit 9cb4f9c01234)",
            "up           3 h 12 min, since 2026-11-22 09:20:04 UTC"),
        lines.subList(0, 3));
    assertTrue(lines.get(3).startsWith("certificate  ENDED 2001-11-22 08:54:10 UTC, "), run.out());
    String flat = run.out().replaceAll("\\n +", " ");
    for (String part :
        List.of(
            "\ncode server  127.0.0.1:7002, NOT connected for ",
            ", since 2026-11-22 09:20:06 UTC\n",
            "\nlast error   2026-11-22 09:20:05 UTC: code server 127.0.0.1:7002 not reachable: ",
            "\nsessions     1,234 live; 0 packets parked\n",
            "\nstate        of 12 s ago, ENDED 1 min ago; revoked: 1,234,567 sessions, 2 users,"
                + " 0 codes\n",
            "\ncodes        3 in catalogue 12: counter 43feb962, secretless 53feb962"
                + " (no secret yet), other 63feb962 (not permitted here)\n",
            "\nloaded       1: counter 43feb962 (packets 7)\n",
            "\nsuite        HMAC-SHA256-128 by SunJCE\n",
            "\npackets      received 1,234,567, untouched 0, verified 1,234,560\n",
            "\nlast packet  3 s ago\n",
            "\ndrops        BAD_TAG 5, MALFORMED 2\n",
            "\nworkers      2: worker 1 in code counter 43feb962 for 12 s\n")) {
      assertTrue(flat.contains(part), part + " in\n" + flat);
    }
  }

  @Test
  void shouldPrintThePageWhenJsonIsAskedFor() throws IOException {
    CommandRun run = status("--json");
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(new ObjectMapper().readTree(GOOD), new ObjectMapper().readTree(run.out()));
  }

  @Test
  void shouldPrintTheTableAndFailWhenTheRouterIsNotReady() {
    page =
        GOOD.replace("\"ready\":true", "\"ready\":false,\"notReady\":\"the router is starting\"");
    CommandRun run = status();
    assertEquals(1, run.exitCode());
    assertTrue(run.out().startsWith("router       r1, NOT ready: the router is starting\n"));
    assertEquals("rosa status: r1 is not ready: the router is starting\n", run.err());
  }

  @Test
  void shouldShowNothingThatControlsATerminal() throws IOException {
    page =
        GOOD.replace("\"counter\"", "\"c\\u001b[2J\\u009b\\u202e" + "x".repeat(5_000) + "\"")
            .replace("BAD_TAG", "BAD\\u001b]0;TAG")
            .replace("no connection", "\\r\\n\\u0007no connection");
    CommandRun table = status();
    assertEquals(0, table.exitCode(), table.err());
    assertFitsATerminal(table);
    assertTrue(table.out().contains("BAD?]0;TAG 5"), table.out());
    assertTrue(table.out().length() < 10_000, table.out());
    CommandRun json = status("--json");
    JsonNode name = new ObjectMapper().readTree(json.out()).at("/catalogue/codes/0/name");
    assertTrue(name.asText().startsWith("c?[2J??xxx"), name.asText());
  }

  @Test
  void shouldShowWhatThereIsOfARouterOfAnotherVersion() {
    page = "{\"router\":\"r9\"}";
    CommandRun run = status();
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("router       r9, not known whether it is ready\n"));
    assertFalse(run.out().contains("code server"), run.out());
  }

  @Test
  void shouldSayInOneLineWhenThereIsNoRouter() throws IOException {
    page = "{\"as\":\"rosa://17/as/as1\"}";
    CommandRun other = status();
    assertEquals(1, other.exitCode());
    assertTrue(
        other.err().endsWith(" is not a router, expected a router's /status\n"), other.err());
    page = "<html>";
    assertTrue(status().err().endsWith(" answers with no JSON, expected a router's /status\n"));
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    CommandRun none = CommandRun.of("status", "127.0.0.1:" + free);
    assertEquals(1, none.exitCode());
    assertEquals(
        "rosa status: no status from 127.0.0.1:" + free + ": Connection refused\n", none.err());
    assertEquals(1, none.err().lines().count());
  }

  @Test
  void shouldRefuseWhatIsNoAddress() {
    for (String wrong : List.of("r1", "127.0.0.1:99999", "http://127.0.0.1:9101/status")) {
      CommandRun run = CommandRun.of("status", wrong);
      assertEquals(2, run.exitCode(), wrong);
      assertEquals(1, run.err().lines().count(), run.err());
    }
    assertEquals(2, CommandRun.of("status", "--colour").exitCode());
  }
}
