package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator's commands under a running stream: Source and Destination are told, the Source renews
 * without losing a packet, and stops when its session is revoked.
 */
@Tag("endtoend")
class ToldTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern RENEWED = Pattern.compile("session renewed session=([0-9a-f]{16})");
  private static final int BURST = 20;
  private static final String RULE =
      "<rule user=\"alice\" code=\"counter\" from=\"10.0.1.0/24\" to=\"10.0.2.0/24\""
          + " max-window=\"1h\"/>";

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    edit("as.xml", RULE, "");
    for (String file : List.of("r1.xml", "r2.xml", "as.xml")) {
      edit(file, "skew=\"1s\"", "skew=\"" + LabStream.LATE + "\"");
    }
    lab.start();
  }

  private static void edit(String name, String text, String other) throws Exception {
    Path file = lab.files().file(name);
    String before = Files.readString(file);
    assertTrue(before.contains(text), name);
    Files.writeString(file, before.replace(text, other));
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static void addRule() throws Exception {
    lab.administer("rule", "add", "--user", "alice", "--code", "counter", "--max-window", "1h");
  }

  private static String oldestRuleByCommand() throws Exception {
    for (JsonNode rule : JSON.readTree(lab.administer("rule", "list", "--json").out())) {
      if (rule.path("origin").asText().equals("admin")) {
        return rule.path("id").asText();
      }
    }
    throw new AssertionError("there is no rule that was added by command");
  }

  @Test
  void shouldLoseNoPacketWhenToldToRenewAndStopWhenVoid() throws Exception {
    addRule();
    try (LabStream stream = LabStream.open(lab, OVERLAY, "counter", "AES256-GCM", 1_800)) {
      stream.exchange(BURST, "");
      RouterReading before = lab.reading("r1");
      int first = stream.sent();
      lab.administer("epoch", "next", "counter");
      exchangeUntilRenewed(stream, 1, "its code has a new secret");
      addRule();
      lab.administer("rule", "remove", oldestRuleByCommand());
      exchangeUntilRenewed(stream, 2, "its rule was removed");
      RouterReading after = lab.settled("r1", before, stream.sent() - first);
      assertEquals(Map.of(), after.dropsSince(before));

      lab.administer("revoke", "epoch", "counter");
      awaitLine(stream.newest(), "reason=\"its code's secret was revoked\"");
      exchangeUntilRenewed(stream, 3, "its code's secret was revoked");

      String session = lastRenewed(stream.newest());
      lab.administer("revoke", "session", session);
      RunningProgram sender = stream.newest();
      assertEquals(1, sender.awaitExit(), sender::tail);
      String line = "rosa send: session " + session + " is void: it was revoked";
      assertEquals(1, sender.err().lines().filter(line::equals).count(), sender::tail);
      awaitLine(stream.receiver(), "session void session=" + session);
      checkSummaries(stream, JSON.readTree(sender.out()));
    }
  }

  /** Every datagram is taken at the other end before the next one is sent. */
  private static void exchangeUntilRenewed(LabStream stream, int times, String reason)
      throws Exception {
    RunningProgram sender = stream.newest();
    Await.until(
        () -> "renewal " + times + lab.tails(),
        () -> {
          stream.exchange(1, "");
          return RENEWED.matcher(sender.err()).results().count() >= times;
        });
    stream.exchange(BURST, "");
    assertTrue(sender.err().contains("reason=\"" + reason + "\""), sender::tail);
    assertEquals(times, RENEWED.matcher(sender.err()).results().count(), sender::tail);
  }

  private static void awaitLine(RunningProgram program, String line) throws Exception {
    Await.until(() -> line + lab.tails(), () -> program.err().contains(line));
  }

  private static String lastRenewed(RunningProgram sender) {
    Matcher renewed = RENEWED.matcher(sender.err());
    String last = "";
    while (renewed.find()) {
      last = renewed.group(1);
    }
    return last;
  }

  private static void checkSummaries(LabStream stream, JsonNode sent) throws Exception {
    assertEquals(stream.sent(), sent.path("packets").asInt(), sent::toString);
    assertEquals(3, sent.path("renewals").asInt(), sent::toString);
    assertEquals(3, sent.path("toldToRenew").asInt(), sent::toString);
    assertEquals(0, sent.path("notSent").asInt(), sent::toString);
    JsonNode received = stream.closeReceiver();
    assertEquals(stream.sent(), received.path("delivered").asInt(), received::toString);
    assertEquals(4, received.path("sessions").asInt(), received::toString);
    assertEquals(0, received.path("revoked").asInt(), received::toString);
  }
}
