package dev.rosa.client.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.demo.DemoReport.Hop;
import dev.rosa.client.demo.DemoReport.Messages;
import dev.rosa.client.demo.attack.AttackResult;
import dev.rosa.client.demo.call.AudioResult;
import dev.rosa.client.demo.call.RtpCall;
import dev.rosa.client.demo.node.RouterReadings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoReportTest {

  private static final AttackResult REFUSED =
      new AttackResult("forged tag", "a tag of my own", true, "r1", "BAD_TAG");
  private static final AttackResult LET_THROUGH =
      new AttackResult("replay", "sent again", false, "r1", "expected REPLAYED, dropped: {}");

  private static DemoReport report(boolean exact, int messages, AttackResult... attacks) {
    RouterReadings readings =
        new RouterReadings(
            Map.of("received", 12L, "verified", 7L),
            Map.of("BAD_TAG", 5L, "MALFORMED", 0L),
            Map.of("counter", Map.of("packets", 7L)),
            2,
            80_000,
            90,
            200);
    return new DemoReport(
        new AudioResult(
            new RtpCall.Outcome(new byte[0], 7, 7, 0, 90_000, 400), exact, Path.of("x.wav")),
        new Messages(3, messages),
        List.of(attacks),
        List.of(new Hop("r1", readings)),
        9.5);
  }

  @Test
  void shouldBeASuccessOnlyWhenAllArrivedAndAllWasRefused() {
    assertTrue(report(true, 3, REFUSED).isSuccess());
    assertFalse(report(false, 3, REFUSED).isSuccess());
    assertFalse(report(true, 2, REFUSED).isSuccess());
    assertFalse(report(true, 3, REFUSED, LET_THROUGH).isSuccess());
  }

  @Test
  void shouldShowDropsThatHappenedAndEveryAttackWhenPrinted() {
    String text = report(true, 3, REFUSED, LET_THROUGH).toText();
    assertTrue(text.contains("BAD_TAG 5"), text);
    assertFalse(text.contains("MALFORMED"), text);
    assertTrue(text.contains("1 of 2 attacks refused"), text);
    assertTrue(text.lines().anyMatch(line -> line.matches("replay +NO +r1 .*")), text);
    assertTrue(text.lines().anyMatch(line -> line.matches("r1 +80\\.0 ms +0\\.090 ms")), text);
  }

  @Test
  void shouldCarryTheSameInJsonWhenAskedFor() {
    ObjectNode json = report(true, 3, REFUSED).toJson(new ObjectMapper());
    assertTrue(json.path("success").asBoolean());
    assertEquals(5, json.path("routers").path(0).path("drops").path("BAD_TAG").asInt());
    assertEquals(
        7, json.at("/routers/0/applications/counter/packets").asInt(), json.toPrettyString());
    assertEquals("BAD_TAG", json.path("attacks").path(0).path("why").asText());
  }

  @Test
  void shouldCutDigestsWhenAReasonIsShown() {
    AttackResult result =
        new AttackResult("a", "b", true, "cs", "no " + "0123456789abcdef".repeat(4));
    assertEquals("no 01234567…", result.shortWhy());
  }
}
