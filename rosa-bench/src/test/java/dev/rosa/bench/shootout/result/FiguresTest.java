package dev.rosa.bench.shootout.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.wire.active.Suite;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final Bars BARS = ShippedBars.of("shootout", Figures.KEYS);

  @Test
  void shouldReachEveryLimitWhenTheRunWasFastEnough() {
    List<Figure> figures = Figures.of(FixedFindings.complete(), BARS);
    assertTrue(Figures.allReached(figures), figures::toString);
    assertEquals(6, figures.size());
    // RosaGcrypt, 900 ns, is the best of those one at a time; multi-buffer takes 150 ns.
    assertEquals(6, figures.get(0).measured().orElseThrow(), 0.05);
    assertEquals(0.95, figures.get(4).measured().orElseThrow(), 0.01);
    assertEquals("0 bytes", figures.get(5).measuredText());
  }

  @Test
  void shouldSayWhatLimitsItWhenALimitIsMissed() {
    Findings findings = FixedFindings.complete();
    for (int round = 1; round <= 3; round++) {
      findings.results().add(cell("multi-buffer", 1_024, 64), round, 400, 400, 400);
    }
    Figure missed = Figures.of(findings, BARS).get(0);
    assertEquals(Figure.Verdict.MISSED, missed.verdict());
    String facts = String.join("\n", missed.facts());
    assertTrue(facts.contains("The limit would have needed"), facts);
    assertTrue(facts.contains("Tried in batches of 64: multi-buffer"), facts);
    assertTrue(facts.contains("per byte"), facts);
    assertFalse(Figures.allReached(Figures.of(findings, BARS)));
  }

  private static Cell cell(String provider, int bytes, int batch) {
    return new Cell(Operation.HMAC_SHA1, provider, bytes, batch);
  }

  @Test
  void shouldNotCountCAsAJavaProviderWhenItIsTheFastest() {
    Findings findings = FixedFindings.complete();
    findings.results().add(YardstickResults.cell(Operation.HMAC_SHA1, 1_024), 1, 1, 1, 1, 1);
    assertEquals(6, Figures.of(findings, BARS).get(0).measured().orElseThrow(), 0.05);
  }

  @Test
  void shouldMissTheShareOfCWhenTheCallCostsTooMuch() {
    Findings findings = FixedFindings.complete();
    for (int round = 1; round <= 3; round++) {
      findings.results().add(YardstickResults.cell(Operation.HMAC_SHA1, 1_024), round, 1, 1, 1, 1);
    }
    Figure share = Figures.of(findings, BARS).get(4);
    assertEquals(Figure.Verdict.MISSED, share.verdict());
    assertTrue(share.facts().get(1).contains("JNI"), share::toString);
  }

  @Test
  void shouldMissTheHeapWhenOneSuiteAllocates() {
    Findings findings = FixedFindings.complete();
    findings.add(new Allocation("multi-buffer", Suite.AES256_GCM, 0, 64));
    Figure heap = Figures.of(findings, BARS).get(5);
    assertEquals(Figure.Verdict.MISSED, heap.verdict());
    assertEquals("64 bytes", heap.measuredText());
    assertTrue(heap.facts().get(0).contains("AES256-GCM"), heap::toString);
  }

  @Test
  void shouldJudgeNothingWhenThereAreFewerThanThreeRounds() {
    for (Figure figure : Figures.of(FixedFindings.after(1), BARS)) {
      assertEquals(Figure.Verdict.NO_VERDICT, figure.verdict(), figure::toString);
      assertEquals("no verdict: 1 of 3 rounds", figure.verdictText());
      assertTrue(figure.measured().isPresent(), figure::toString);
    }
    assertEquals(
        "no verdict: 2 of 3 rounds", Figures.of(FixedFindings.after(2), BARS).get(0).verdictText());
    assertFalse(Figures.allReached(Figures.of(FixedFindings.after(2), BARS)));
  }

  @Test
  void shouldNotExplainALimitThatIsNotJudged() {
    Findings findings = FixedFindings.after(1);
    findings.results().add(cell("multi-buffer", 1_024, 64), 1, 4_000, 4_000);
    assertEquals(1, Figures.of(findings, BARS).get(0).facts().size());
  }

  @Test
  void shouldSayWhyWhenNothingWasMeasured() {
    Findings findings = new Findings(FixedFindings.setting());
    findings
        .results()
        .addAbsence(cell("multi-buffer", 1_024, 64), "multi-buffer is not measured: no AVX2");
    List<Figure> figures = Figures.of(findings, BARS);
    assertEquals(Figure.Verdict.NOT_MEASURED, figures.get(0).verdict());
    assertEquals(List.of("multi-buffer is not measured: no AVX2"), figures.get(0).facts());
    assertFalse(Figures.allReached(figures));
  }
}
