package dev.rosa.bench.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.sessions.SessionsResult.Row;
import dev.rosa.wire.Suite;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SessionsReportTest {

  private static SessionsResult result(OptionalDouble ratio) {
    MemoryUse memory = new MemoryUse(340_000_000, 64_000_000);
    List<Row> rows =
        List.of(
            new Row(1_000, 400, 1_600, memory, 412_000),
            new Row(1_000_000, 560, 1_700, memory, 412_000_000));
    SessionsPlan plan = SessionsPlan.quick(Suite.HMAC_SHA256, List.of(1_000, 1_000_000));
    return new SessionsResult(plan, "multi-buffer", rows, 800, ratio, List.of("-Xmx4g"));
  }

  private static String text(SessionsResult result) {
    return String.join("\n", SessionsReport.lines(result));
  }

  @Test
  void shouldShowCostShareAndMemoryOfEveryNumberOfSessions() {
    String text = text(result(OptionalDouble.of(1.4)));
    assertTrue(text.contains("HMAC-SHA256-128 by multi-buffer"), text);
    assertTrue(text.matches("(?s).*1,000,000 +560 +1700 +47\\.1 % +340 +64\\n.*"), text);
    assertTrue(text.matches("(?s).*  1,000 +400 +1600 +50\\.0 % +– +–\\n.*"), text);
    assertTrue(text.contains("the paper's key generation was 12.5 % of a packet"), text);
  }

  @Test
  void shouldSayWhetherTheBarIsReached() {
    SessionsResult reached = result(OptionalDouble.of(1.5));
    assertFalse(reached.isMissed());
    assertTrue(text(reached).contains("1.50 ×, at most 1.5 × is the bar: reached."));
    SessionsResult missed = result(OptionalDouble.of(1.51));
    assertTrue(missed.isMissed());
    assertTrue(text(missed).contains("1.51 ×, at most 1.5 × is the bar: missed."));
    assertTrue(text(result(OptionalDouble.empty())).contains("No verdict: that takes 1,000 and"));
  }

  @Test
  void shouldWriteTheSameForPrograms() throws Exception {
    JsonNode json = new ObjectMapper().readTree(SessionsReport.json(result(OptionalDouble.of(2))));
    assertEquals(2, json.get("ratio").asDouble());
    assertFalse(json.get("reached").asBoolean());
    assertEquals(1_000_000, json.get("sessions").get(1).get("sessions").asInt());
    assertEquals(560, json.get("sessions").get(1).get("rememberedNanos").asDouble());
    assertEquals("-Xmx4g", json.get("flags").get(0).asText());
    JsonNode none =
        new ObjectMapper().readTree(SessionsReport.json(result(OptionalDouble.empty())));
    assertTrue(none.get("ratio").isNull());
    assertTrue(none.get("reached").isNull());
  }
}
