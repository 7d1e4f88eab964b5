package dev.rosa.bench.shootout.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.shootout.report.Recommendation.Advice;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Figures;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import dev.rosa.bench.shootout.result.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecommendationTest {

  private static final String ALL =
      "HMAC-MD5, HMAC-SHA1, HMAC-SHA256-128, AES128-CTR+HMAC-MD5, AES128-CTR+HMAC-SHA1,"
          + " AES128-CTR+HMAC-SHA256-128, AES256-GCM";

  private final Findings findings = FixedFindings.complete();

  private void take(String provider, Operation operation, int round, double ns) {
    findings.results().add(new Cell(operation, provider, 1_024, 64), round, ns, ns, ns);
  }

  @Test
  void shouldNameTheFastestInBatchesWithItsLine() {
    assertEquals(
        List.of(
            new Advice(
                "On this machine, put multi-buffer first in providers.xml for "
                    + ALL
                    + ": it is the fastest in batches of 64, 1,024 bytes.",
                Optional.of("<serve provider=\"multi-buffer\"/>"))),
        Recommendation.of(findings));
  }

  @Test
  void shouldNameEachSuitesOwnWhenTheFastestDiffers() {
    for (int round = 1; round <= 3; round++) {
      take("SunJCE", Operation.AES_GCM, round, 1);
    }
    List<Advice> advice = Recommendation.of(findings);
    assertEquals(2, advice.size());
    assertTrue(
        advice
            .get(1)
            .sentence()
            .startsWith("On this machine, put SunJCE first in providers.xml" + " for AES256-GCM: "),
        advice::toString);
  }

  @Test
  void shouldRecommendNothingWhenTheRoundsDisagree() {
    take("RosaGcrypt", Operation.HMAC_MD5, 1, 1);
    assertTrue(
        Recommendation.of(findings)
            .contains(
                new Advice(
                    "No recommendation for HMAC-MD5, AES128-CTR+HMAC-MD5: no provider is clearly"
                        + " the fastest.",
                    Optional.empty())),
        Recommendation.of(findings)::toString);
  }

  @Test
  void shouldRecommendNothingWhenThereAreFewerThanThreeRounds() {
    assertEquals(
        List.of(new Advice("No recommendation for " + ALL + ": 1 of 3 rounds.", Optional.empty())),
        Recommendation.of(FixedFindings.after(1)));
    assertEquals(
        List.of(
            new Advice("No recommendation: nothing was measured in batches.", Optional.empty())),
        Recommendation.of(new Findings(FixedFindings.setting())));
  }

  @Test
  void shouldShowWarningsAndRecommendationFirstOnTheTerminal() {
    findings.addRemark("The machine was busy");
    List<String> lines =
        Terminal.lines(findings, Figures.of(findings, ShippedBars.of("shootout", Figures.KEYS)));
    assertEquals("The machine was busy.", lines.get(0));
    assertTrue(lines.get(1).startsWith("On this machine, put multi-buffer first"), lines.get(1));
    assertEquals("    <serve provider=\"multi-buffer\"/>", lines.get(2));
    Findings early = new Findings(FixedFindings.setting());
    assertEquals(
        "Not everything is here: the run was interrupted.",
        Terminal.lines(early, Figures.of(early, ShippedBars.of("shootout", Figures.KEYS))).get(0));
  }

  @Test
  void shouldSayOnTheTerminalThatNothingIsJudgedWhenThereAreFewerThanThreeRounds() {
    Findings early = FixedFindings.after(1);
    String text =
        String.join(
            "\n",
            Terminal.lines(early, Figures.of(early, ShippedBars.of("shootout", Figures.KEYS))));
    assertEquals(6, text.split("no verdict: 1 of 3 rounds\n", -1).length - 1, text);
    assertTrue(
        text.endsWith("0 of 6 limits reached, 6 without a verdict: see the facts beside them."));
  }
}
