package dev.rosa.bench.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.client.process.JavaHome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From readings to tables, sentences, JSON and the verdict. */
class ColdFindingsTest {

  private static final JavaHome JAVA = new JavaHome(Path.of("/java"), 17);
  private static final RouterKind AHEAD = new RouterKind(JAVA, true, true, false);
  private static final RouterKind BY_PACKET = new RouterKind(JAVA, true, false, false);
  private static final RouterKind COLD = new RouterKind(JAVA, false, true, false);

  private final ColdFindings findings =
      new ColdFindings(3, ShippedBars.of("cold", ColdFindings.FIGURES));

  private static RouterReading reading(double first, double later) {
    return new RouterReading(4_000, first, first / 2, later, 20, 130, first - 50, 30);
  }

  private String report() {
    return String.join("\n", ColdReport.of(findings));
  }

  @Test
  void shouldJudgeTheMedianOfTheRuns() {
    findings.add(AHEAD, reading(250, 100));
    findings.add(AHEAD, reading(900, 100));
    findings.add(AHEAD, reading(290, 100));
    assertTrue(findings.isReached());
    assertTrue(report().contains("2.90  (2.50–9.00)"), report());
    assertTrue(report().contains("first packet after ready against later ones"), report());
    assertTrue(report().endsWith("at most 3    2.90 ×  reached"), report());
  }

  @Test
  void shouldMissTheLimitWhenTheFirstPacketTakesMore() {
    findings.add(AHEAD, reading(301, 100));
    assertFalse(findings.isReached());
    assertTrue(report().endsWith("missed"), report());
  }

  @Test
  void shouldNotJudgeRoutersThatWaitForTheNetworkOrAreCold() {
    findings.add(COLD, reading(20_000, 100));
    findings.add(BY_PACKET, reading(40_000, 100));
    assertEquals(List.of(), findings.figures());
    assertTrue(findings.isReached());
    assertTrue(report().lines().anyMatch(line -> line.endsWith(" 200")), report());
  }

  @Test
  void shouldCompareFirstCallsWithWhatThePaperFound() {
    findings.add(
        Map.of(
            new Primitives.Subject(Operation.HMAC_SHA1, "SunJCE"),
            List.of(PrimitiveReading.parse("16000000 8000000 500000 800"))));
    assertTrue(report().contains("30,000×"), report());
    assertTrue(report().contains("The paper found a first HMAC 60 times as long"), report());
  }

  private void addFirstCalls(String... readings) {
    findings.add(
        Map.of(
            new Primitives.Subject(Operation.HMAC_SHA1, "SunJCE"),
            Arrays.stream(readings).map(PrimitiveReading::parse).toList()));
    findings.add(
        Map.of(
            new Primitives.Subject(Operation.SHA256, "BC"),
            Arrays.stream(readings).map(PrimitiveReading::parse).toList()));
  }

  private List<String> rows(String head) {
    List<String> lines = ColdReport.of(findings);
    int at = lines.indexOf(lines.stream().filter(line -> line.startsWith(head)).findFirst().get());
    return lines.subList(at, at + 3);
  }

  @Test
  void shouldLineUpColumnsHoweverLargeTheNumbersAre() {
    addFirstCalls("163512000000 8000000 500 800", "63512000000 98000000000 500000 800");
    List<String> rows = rows("operation ");
    assertTrue(rows.get(1).contains("(63,512,000–163,512,000)"), report());
    assertEquals(1, rows.stream().map(String::length).distinct().count(), report());
    assertEquals(rows.get(1).indexOf('('), rows.get(2).indexOf('('), report());
  }

  @Test
  void shouldShowNoBracketsWhenThereIsOneRun() {
    addFirstCalls("16000000 8000000 500000 800");
    findings.add(AHEAD, reading(250, 100));
    findings.add(COLD, reading(20_000, 100));
    for (String head : List.of("operation ", "router ", "the same routers ")) {
      assertFalse(String.join("", rows(head)).contains("("), report());
    }
  }

  @Test
  void shouldWriteEveryReadingForPrograms() throws Exception {
    findings.add(AHEAD, reading(250, 100));
    findings.add(AHEAD, reading(350, 100));
    findings.add(
        Map.of(
            new Primitives.Subject(Operation.SHA256, "BC"),
            List.of(PrimitiveReading.parse("5000 3000 2000 1000"))));
    JsonNode root = new ObjectMapper().readTree(ColdJson.of(findings));
    JsonNode router = root.path("routers").path(0);
    assertEquals(17, router.path("java").asInt());
    assertTrue(router.path("prewarmed").asBoolean());
    assertEquals(350, router.path("readings").path(1).path("firstMicros").asDouble());
    assertEquals(3.0, router.path("firstToLater").path("median").asDouble(), 1e-9);
    JsonNode call = root.path("firstCalls").path(0);
    assertEquals("SHA-256", call.path("operation").asText());
    assertEquals(8.0, call.path("initialisedToLater").path("median").asDouble(), 1e-9);
    assertEquals(3, root.path("bar").path("atMost").asInt());
    assertTrue(root.path("bar").path("reached").asBoolean());
  }
}
