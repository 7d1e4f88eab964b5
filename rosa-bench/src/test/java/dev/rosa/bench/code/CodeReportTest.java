package dev.rosa.bench.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bundle.BundleException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodeReportTest {

  private static final Bars BARS = ShippedBars.of("code", CodeResult.FIGURES);

  private static CodeResult result(double example) {
    return new CodeResult(
        9,
        List.of(
            new CodeResult.Row("counter", true, new Duel.Reading(10 * example, 10, 0)),
            new CodeResult.Row("sum", false, new Duel.Reading(110, 100, 0)),
            new CodeResult.Row("crc", false, new Duel.Reading(100, 100, 24))),
        new Duel.Reading(11, 10, 0),
        new AdmissionCost.Reading("4 classes of calls", 0.5, true));
  }

  @Test
  void shouldReachItsBarsWhenMeteringCostsLittle() {
    List<Figure> figures = result(1.3).figures(BARS);
    assertTrue(figures.stream().allMatch(f -> f.verdict() == Figure.Verdict.REACHED), "all");
    assertEquals(CodeResult.FIGURES, figures.stream().map(Figure::key).toList());
  }

  @Test
  void shouldMissItsBarWhenAnExampleIsTooSlow() {
    Figure examples = result(1.5).figures(BARS).get(1);
    assertEquals(Figure.Verdict.MISSED, examples.verdict());
    assertEquals(List.of("It is counter."), examples.facts());
  }

  @Test
  void shouldShowEachCode() throws IOException {
    String lines = String.join("\n", CodeReport.lines(result(1.3), BARS));
    assertTrue(lines.contains("counter"), lines);
    assertTrue(lines.contains("1.30"), lines);
    JsonNode json = new ObjectMapper().readTree(CodeReport.json(result(1.3), BARS));
    assertEquals("sum", json.get("codes").get(1).get("name").asText());
    assertEquals(110, json.get("codes").get(1).get("reading").get("metered").asDouble());
  }

  /** Each kernel does the same with metering and without. */
  @Test
  void shouldRunEachKernelInBothForms() throws BundleException {
    for (BenchCode code : BenchCode.all(Path.of("nowhere"))) {
      if (!code.example()) {
        assertEquals(state(code, true), state(code, false), code.name());
      }
    }
  }

  private static long state(BenchCode code, boolean metered) throws BundleException {
    ShownPacket packet = new ShownPacket(code.payload().get());
    byte[] jar = code.jar().get();
    Contender contender = metered ? Contender.metered(jar, packet) : Contender.plain(jar, packet);
    contender.run(3);
    return packet.state(0);
  }
}
