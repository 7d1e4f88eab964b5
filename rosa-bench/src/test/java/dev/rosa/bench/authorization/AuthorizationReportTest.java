package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.authorization.AuthorizationResult.Point;
import dev.rosa.bench.authorization.AuthorizationResult.Row;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.ShippedBars;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthorizationReportTest {

  private static final Bars BARS = ShippedBars.of("as", AuthorizationResult.FIGURES);

  private static ServerProcess.Reading reading(double rate) {
    return new ServerProcess.Reading(rate, 40, 360, 0.5);
  }

  private static AuthorizationResult result(
      double rate, int rounds, Optional<ServerProcess.Reading> beside) {
    return result(rate, rounds, beside, Optional.empty());
  }

  private static AuthorizationResult result(
      double rate,
      int rounds,
      Optional<ServerProcess.Reading> beside,
      Optional<ServerProcess.Reading> stepCa) {
    Point point = new Point(reading(rate), 3_000, 6_000, 2_000, beside, stepCa);
    Path folder = Path.of("bench");
    AuthorizationPlan plan =
        new AuthorizationPlan(
            folder,
            folder,
            List.of(64),
            rounds,
            4,
            Optional.empty(),
            Optional.empty(),
            beside.isPresent() ? Optional.of(folder) : Optional.empty(),
            stepCa.isPresent() ? new StepCa(folder, "") : new StepCa(folder, "needs go"));
    Row row = new Row(AuthorizationResult.SQLITE, 64, Collections.nCopies(rounds, point));
    return new AuthorizationResult(plan, "ACCP 2.5.0", List.of(row));
  }

  private static String text(AuthorizationResult result) {
    return String.join("\n", AuthorizationReport.lines(result, BARS));
  }

  @Test
  void shouldCompareWithTheLowestCeiling() {
    String text = text(result(1_100, 3, Optional.of(reading(220))));
    assertTrue(text.matches("(?s).*SQLite +64 +1,100 +40\\.0 +360\\.0 +0\\.50 .*"), text);
    assertTrue(text.matches("(?s).* 3,000 +6,000 +2,000 +0\\.55 × +220 +0\\.50 .*"), text);
    assertTrue(text.matches("(?s).*lowest ceiling.* at least 0\\.5 +0\\.55 × +reached\\n.*"), text);
    assertTrue(text.matches("(?s).*p99 against p50.* at most 10 +9\\.00 × +reached\\n.*"), text);
    assertTrue(text.endsWith("at least 4      5.00 ×  reached"), text);
  }

  @Test
  void shouldMissTheLimitWhenTheServerIsSlow() {
    assertTrue(text(result(900, 3, Optional.empty())).contains("0.45 ×  missed"));
  }

  @Test
  void shouldGiveNoVerdictWhenRoundsAreFew() {
    assertTrue(text(result(900, 1, Optional.empty())).contains("no verdict: 1 of 3 rounds"));
  }

  @Test
  void shouldWriteTheSameForPrograms() throws Exception {
    AuthorizationResult result = result(1_100, 3, Optional.empty());
    JsonNode json = new ObjectMapper().readTree(AuthorizationReport.json(result, BARS));
    JsonNode point = json.get("rows").get(0).get("points").get(2);
    assertEquals(1_100, point.get("own").get("rate").asDouble());
    assertTrue(point.get("beside").isNull());
    assertEquals(2, json.get("figures").size());
  }

  @Test
  void shouldShowStepCaBesideTheSessions() throws Exception {
    AuthorizationResult result = result(1_100, 3, Optional.empty(), Optional.of(reading(550)));
    String text = text(result);
    assertTrue(text.matches("(?s).* – +– +550 +40\\.0 +360\\.0 +0\\.50\n.*"), text);
    assertTrue(text.matches("(?s).*certificates of step-ca v\\S+, SQLite.* 2\\.00 ×.*"), text);
    JsonNode json = new ObjectMapper().readTree(AuthorizationReport.json(result, BARS));
    JsonNode point = json.get("rows").get(0).get("points").get(0);
    assertEquals(550, point.get("step-ca").get("rate").asDouble());
    assertEquals("", json.get("step-ca").get("absence").asText());
  }

  @Test
  void shouldSayWhyStepCaWasNotMeasured() throws Exception {
    AuthorizationResult result = result(1_100, 3, Optional.empty());
    assertTrue(text(result).contains("step-ca v0.30.2 was not measured: needs go\n"));
    JsonNode json = new ObjectMapper().readTree(AuthorizationReport.json(result, BARS));
    assertEquals("needs go", json.get("step-ca").get("absence").asText());
    assertTrue(json.get("rows").get(0).get("points").get(0).get("step-ca").isNull());
  }
}
