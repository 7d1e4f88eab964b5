package dev.rosa.bench.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.sessions.SessionsResult.Row;
import dev.rosa.wire.active.Suite;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SessionsReportTest {

  private static final Bars BARS = ShippedBars.of("sessions", SessionsResult.FIGURES);

  private static final SessionsResult.Rates REVOKED =
      new SessionsResult.Rates(OptionalDouble.of(0.99), OptionalDouble.of(0.9));

  private static SessionsResult result(OptionalDouble ratio) {
    MemoryUse memory = new MemoryUse(340_000_000, 64_000_000);
    List<Row> rows =
        List.of(
            new Row(1_000, 0, 400, 1_600, memory, 412_000),
            new Row(1_000_000, 0, 560, 1_700, memory, 412_000_000));
    SessionsPlan plan = SessionsPlan.quick(Suite.HMAC_SHA256, List.of(1_000, 1_000_000), 0);
    return new SessionsResult(plan, "multi-buffer", rows, 800, ratio, REVOKED, List.of("-Xmx4g"));
  }

  private static String text(SessionsResult result) {
    return String.join("\n", SessionsReport.lines(result, BARS));
  }

  @Test
  void shouldShowCostShareAndMemoryOfEveryNumberOfSessions() {
    String text = text(result(OptionalDouble.of(1.4)));
    assertTrue(text.contains("HMAC-SHA256-128 by multi-buffer"), text);
    assertTrue(text.matches("(?s).*1,000,000 +0 +560 +1700 +47\\.1 % +340 +64\\n.*"), text);
    assertTrue(text.matches("(?s).*  1,000 +0 +400 +1600 +50\\.0 % +– +–\\n.*"), text);
    assertTrue(text.contains("the paper's key generation was 12.5 % of a packet"), text);
  }

  @Test
  void shouldSayWhetherTheLimitIsReached() {
    assertLine("at most 1.5 +1.50 × +reached", text(result(OptionalDouble.of(1.5))));
    assertLine("at most 1.5 +1.51 × +missed", text(result(OptionalDouble.of(1.51))));
    assertLine("takes 1,000 and 1,000,000 sessions", text(result(OptionalDouble.empty())));
  }

  private static void assertLine(String end, String text) {
    assertTrue(text.lines().anyMatch(line -> line.matches(".*" + end)), text);
  }

  @Test
  void shouldCompareRatesWithAndWithoutRevokedSessions() {
    String text = text(result(OptionalDouble.empty()));
    assertLine("at least 0.98 +0.99 × +reached", text);
    assertLine("at least 0.98 +0.90 × +missed", text);
  }

  @Test
  void shouldWriteTheSameForPrograms() throws Exception {
    JsonNode json =
        new ObjectMapper().readTree(SessionsReport.json(result(OptionalDouble.of(2)), BARS));
    JsonNode million = json.get("figures").get(0);
    assertEquals("million", million.get("figure").asText());
    assertEquals(2, million.get("ratio").asDouble());
    assertFalse(million.get("reached").asBoolean());
    assertEquals(0.9, json.get("figures").get(2).get("ratio").asDouble());
    assertEquals(1_000_000, json.get("sessions").get(1).get("sessions").asInt());
    assertEquals(560, json.get("sessions").get(1).get("rememberedNanos").asDouble());
    assertEquals("-Xmx4g", json.get("flags").get(0).asText());
    JsonNode none =
        new ObjectMapper().readTree(SessionsReport.json(result(OptionalDouble.empty()), BARS));
    assertTrue(none.get("figures").get(0).get("ratio").isNull());
    assertTrue(none.get("figures").get(0).get("reached").isNull());
  }
}
