package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.evidence.Proof;
import dev.rosa.testkit.Await;
import java.io.BufferedReader;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators' commands against a plane that runs. */
@Timeout(240)
final class OperatorCommandsTest {

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

  private static void assertMatches(String pattern, String text) {
    assertTrue(Pattern.matches(pattern, text), text);
  }

  private Path list(String text) throws Exception {
    return Files.writeString(folder.resolve("bans.txt"), text);
  }

  @Test
  void shouldSayThatABanOfALinkLocalAddressHoldsAtAllLinks() {
    List<String> said = firewall.done("ban", "fe80::7").lines().toList();
    assertTrue(said.get(0).startsWith("banned fe80::7 for "), said::toString);
    assertTrue(said.get(1).startsWith("a ban of a link-local address holds at all links, "));
    assertEquals(1, firewall.done("ban", "2001:db8::7").lines().count());
  }

  @Test
  void shouldBanForTheFirstTimeOfTheConfigurationUnlessAnotherIsNamed() {
    assertMatches("banned 192.0.2.7 for (10m0s|9m\\d+s)\n", firewall.done("ban", ATTACKER));
    assertMatches(
        "banned 2001:db8::/64 for (7d0h|6d23h)\n",
        firewall.done("ban", "2001:db8::/64", "--for", "7d"));
  }

  @Test
  void shouldNotShortenABan() {
    firewall.done("ban", ATTACKER, "--for", "7d");

    String said = firewall.done("ban", ATTACKER, "--for", "1s");

    assertMatches("banned 192.0.2.7 for (7d0h|6d23h)\n", said);
  }

  @Test
  void shouldBanAllSourcesOfAFile() throws Exception {
    Path file = list("# a list\n192.0.2.7\n\n192.0.2.8\n2001:db8::/64\n192.0.2.7\n");

    assertEquals(
        "banned the 3 sources of " + file + "\n", firewall.done("ban", "--file", file.toString()));
    assertEquals(3, firewall.enforcement.bans.size());
  }

  @Test
  void shouldChangeNothingAndNameTheLineWhenAListHasNonsense() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < 4_711; i++) {
      text.append("10.1.").append(i / 256).append('.').append(i % 256).append('\n');
    }
    Path file = list(text + "not an address\n10.2.0.1\n");

    String refusal = firewall.refused("ban", "--file", file.toString());

    assertTrue(refusal.contains(file + ":4711: expected an IPv4 or IPv6 address"), refusal);
    assertTrue(firewall.enforcement.bans.isEmpty());
  }

  @Test
  void shouldChangeNothingWhenAListHasAnAllowedSource() throws Exception {
    Path file = list("192.0.2.7\n198.51.100.3\n");

    String refusal = firewall.refused("ban", "--file", file.toString());

    assertTrue(
        refusal.endsWith(file + ":2: 198.51.100.3 is never banned: in <allow> (198.51.100.0/28)"),
        refusal);
    assertTrue(firewall.enforcement.bans.isEmpty());
  }

  @Test
  void shouldBanTheRestWhenRefusedLinesAreToBeSkippedHoweverManyThereAre() throws Exception {
    firewall.done("allow", "add", "10.9.0.0/24");
    StringBuilder text = new StringBuilder("192.0.2.7\nnonsense\n192.0.2.1/28\n");
    for (int i = 1; i <= 200; i++) {
      text.append("10.9.0.").append(i).append('\n');
    }
    Path file = list(text + "198.51.100.3\n192.0.2.8\n");

    String done = firewall.doneInPart("ban", "--file", file.toString(), "--skip-refused");

    assertEquals("banned the 2 sources of " + file + "\n", done);
    assertEquals(2, firewall.enforcement.bans.size());
    List<String> said = firewall.complaints();
    assertEquals(203, said.size());
    String leftOut = "rosa-firewall ban: left out: " + file;
    assertTrue(
        said.get(0).startsWith(leftOut + ":2: expected an IPv4 or IPv6 address"), said.get(0));
    assertEquals(
        leftOut + ":204: 198.51.100.3 is never banned: in <allow> (198.51.100.0/28)",
        said.get(202));
  }

  @Test
  void shouldBanNothingWhenAllLinesAreRefusedAndSkipped() throws Exception {
    Path file = list("nonsense\n198.51.100.3\n");

    String done = firewall.doneInPart("ban", "--file", file.toString(), "--skip-refused");

    assertEquals("banned the 0 sources of " + file + "\n", done);
    assertTrue(firewall.enforcement.bans.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ban 300.1.1.1",
        "ban 192.0.2.7 --skip-refused",
        "ban 192.0.2.1/28",
        "show nonsense",
        "lift 1.2.3",
        "ban",
        "ban 192.0.2.7 --for 0s",
        "ban 192.0.2.7 --for soon",
        "ban 192.0.2.7 --file x",
        "allow",
        "allow add host.example",
        "report 192.0.2.7",
        "report --kind SCAN"
      })
  void shouldRefuseWrongUsageInOneLine(String words) {
    assertEquals(2, firewall.run(words.split(" ")), firewall.out.toString());
    assertEquals(1, firewall.err.toString().lines().count(), firewall.err.toString());
  }

  @Test
  void shouldOfferAHostsNameOnlyForWhatIsLikeOne() {
    assertEquals(2, firewall.run("ban", "192.0.2.1/28"));
    assertTrue(
        firewall.err.toString().contains("that of this length is 192.0.2.0/28;"),
        firewall.err.toString());
  }

  @Test
  void shouldSayWhichBanASourceIsIn() {
    firewall.done("ban", "192.0.2.0/24");

    assertTrue(
        firewall
            .refused("lift", ATTACKER)
            .endsWith("192.0.2.7 is in the ban of 192.0.2.0/24: lift that"));
    assertTrue(firewall.refused("lift", "203.0.113.9").endsWith("203.0.113.9 is not banned"));
  }

  @Test
  void shouldShowWhatIsKnownOfASource() throws Exception {
    firewall.report(ATTACKER, Proof.HANDSHAKE, 1);
    Await.until(
        "evidence", () -> firewall.json("show", ATTACKER, "--json").get("reports").asInt() == 1);

    String text = firewall.done("show", ATTACKER);

    assertTrue(text.contains("verdict   neither banned nor limited"), text);
    assertMatches("(?s).*score     \\d+\\.\\d from proven evidence.*", text);
    assertTrue(text.contains("evidence handshake SQL_INJECTION 192.0.2.7 eth0 80 login"), text);
    assertTrue(
        firewall.done("show", "198.51.100.3").contains("never banned: in <allow>"), "allowed");
  }

  @Test
  void shouldShowTheLayerOfABan() {
    firewall.done("ban", ATTACKER, "--reason", "a test");

    String text = firewall.done("show", ATTACKER);

    assertMatches("(?s).*banned, \\d+m\\d+s left: a test \\(by an operator\\).*", text);
    assertTrue(text.contains("layer     eth0: ip, no lower one: no xdp in a test"), text);
  }

  @Test
  void shouldSayOnceThatAnOperatorHasBanned() {
    firewall.done("ban", ATTACKER);

    String text = firewall.done("show", ATTACKER);

    assertMatches("(?s).*banned, \\d+m\\d+s left \\(by an operator\\),.*", text);
  }

  @Test
  void shouldSayThatThereIsNoSuchList() {
    String missing = folder.resolve("nope").toString();

    assertTrue(firewall.refused("ban", "--file", missing).endsWith(missing + ": no such file"));
    assertTrue(firewall.refused("explain", missing).endsWith(missing + ": no such file"));
  }

  @Test
  void shouldShowEventsAsTheyHappenUntilThePlaneEnds() throws Exception {
    TestFirewall terminal = new TestFirewall(folder);
    CompletableFuture<Integer> watch = CompletableFuture.supplyAsync(() -> terminal.run("watch"));

    Await.until(
        terminal.out::toString,
        () -> {
          firewall.done("ban", ATTACKER, "--reason", "a test");
          firewall.done("lift", ATTACKER);
          return terminal.out.toString().contains("LIFTED         192.0.2.7\n");
        });

    String text = terminal.out.toString();
    assertMatches("(?s).*IN FORCE       192.0.2.7, banned, \\d+m\\d+s left: a test.*", text);
    firewall.close();
    assertEquals(1, watch.get(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void shouldAnswerOtherCommandsWhileAsManyWatchAsMay() throws Exception {
    List<BufferedReader> watchers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      SocketChannel channel =
          SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("run/operator.sock")));
      channel.write(StandardCharsets.US_ASCII.encode("{\"command\":\"watch\"}\n"));
      watchers.add(new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)));
      String first = watchers.get(i).readLine();
      assertEquals(i < 8, "{}".equals(first), first);
    }

    assertEquals("no source is banned or limited\n", firewall.done("list"));
    assertTrue(firewall.refused("watch").endsWith("8 others watch already, as many as may"));
    watchers.get(0).close();
    Await.until("a place", () -> firewall.run("watch", "--for", "1ms") == 0);
    for (BufferedReader each : watchers) {
      each.close();
    }
  }

  @Test
  void shouldEndAWatchAfterItsTime() {
    assertEquals("", firewall.done("watch", "--for", "10ms", "--json"));
  }

  @Test
  void shouldHandOnEvidenceOfOtherPrograms() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertEquals(
          "sent 1 of 1 pieces of evidence\n",
          firewall.done("report", ATTACKER, "--kind", "LOGIN_FAILED", "--proof", "handshake"));
    }

    firewall.awaitBan(ATTACKER);
    JsonNode state = firewall.json("show", ATTACKER, "--json");
    assertTrue(state.at("/ban/reason").asText().startsWith("LOGIN_FAILED, score "), "the reason");
  }

  @Test
  void shouldSayWhatThePlaneRefusesOfAReport() throws Exception {
    String refusal =
        firewall.refused("report", ATTACKER, "--kind", "LOGIN_FAILED", "--proof", "session");

    assertTrue(
        refusal.endsWith("1 refused, claim-refused: this user may claim handshake, none"), refusal);
    assertEquals(
        1, firewall.run("report", ATTACKER, "--kind", "A", "--proof", "session", "--json"));
    assertTrue(firewall.out.toString().contains("\"refused\":1"), firewall.out.toString());
  }

  @Test
  void shouldPrintTheStatusForPeopleAndPrograms() throws Exception {
    firewall.done("ban", ATTACKER);

    String text = firewall.done("status");

    assertTrue(text.contains("inForce=1"), text);
    assertTrue(text.contains("interface=eth0  layer=ip"), text);
    assertEquals(1, firewall.json("status", "--json").at("/bans/inForce").asInt());
  }

  @Test
  void shouldNotRemoveWhatARunningPlaneNeeds() {
    assertTrue(firewall.refused("remove").contains("the firewall plane runs"));
    assertEquals(0, firewall.removals);

    firewall.close();

    assertEquals("removed: table netdev rosaban_firewall\n", firewall.done("remove"));
    assertEquals(1, firewall.removals);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"status", "list", "watch", "lift 192.0.2.7", "report 192.0.2.7 --kind SCAN"})
  void shouldSayThatThereIsNoPlane(String words) {
    firewall.close();

    assertTrue(firewall.refused(words.split(" ")).contains(".sock: no firewall plane"), "one line");
  }
}
