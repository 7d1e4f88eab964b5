package dev.rosa.bench.shootout.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.shootout.result.CallCost;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import dev.rosa.bench.shootout.result.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SentencesTest {

  private final Findings findings = FixedFindings.complete();
  private final Sentences sentences = new Sentences(findings);

  @Test
  void shouldSayWhoIsFastestAndByHowMuchWhenOneAlwaysWins() {
    assertEquals(
        "In batches of 64, multi-buffer is the fastest at HMAC-SHA1 at all 3 sizes. At 1,024 bytes"
            + " multi-buffer takes 0.150 µs per packet and is 6.6 times as fast as RosaGcrypt, the"
            + " next, and 37 times as fast as BC, the slowest.",
        sentences.fastest(Operation.HMAC_SHA1, 64));
  }

  @Test
  void shouldNameAllWinnersWhenTheyChangeWithTheSize() {
    for (int round = 1; round <= 3; round++) {
      findings.results().add(new Cell(Operation.HMAC_MD5, "SunJCE", 2_048, 0), round, 1, 1, 1, 1);
    }
    assertTrue(
        sentences
            .fastest(Operation.HMAC_MD5, 0)
            .startsWith(
                "One at a time, the fastest at HMAC-MD5 changes with the size: RosaGcrypt at 2,"
                    + " SunJCE at 1 of 3."),
        sentences.fastest(Operation.HMAC_MD5, 0));
  }

  @Test
  void shouldNotCallAnybodyFasterWhenTheRoundsDisagree() {
    findings.results().add(new Cell(Operation.AES_CTR, "SunJCE", 1_024, 0), 4, 800);
    findings.results().add(new Cell(Operation.AES_CTR, "RosaGcrypt", 1_024, 0), 4, 900);
    String sentence = sentences.fastest(Operation.AES_CTR, 0);
    assertTrue(sentence.contains("is about as fast as SunJCE, the next"), sentence);
  }

  @Test
  void shouldCompareBatchesWithTheBestOneAtATime() {
    assertEquals(
        "In batches of 64, multi-buffer is 6.0 times as fast as RosaGcrypt, the fastest provider"
            + " one at a time (1,024 bytes).",
        sentences.batchesAgainstSingles(Operation.HMAC_SHA256, 64));
  }

  @Test
  void shouldHoldNativeCodeAgainstJavaForThePapersClaim() {
    assertEquals(
        "The fastest native code against the fastest Java provider, one at a time, 1,024 bytes:"
            + " HMAC-MD5: RosaGcrypt is 1.11 times as fast as SunJCE; AES-CBC: RosaGcrypt is 1.11"
            + " times as fast as SunJCE.",
        sentences.nativeAgainstJava(List.of(Operation.HMAC_MD5, Operation.AES_CBC), 0));
    assertEquals(
        "The fastest native code against the fastest Java provider, in batches of 64, 1,024 bytes:"
            + " HMAC-MD5: multi-buffer is 6.7 times as fast as SunJCE.",
        sentences.nativeAgainstJava(List.of(Operation.HMAC_MD5, Operation.AES_CBC), 64));
  }

  @Test
  void shouldNotCompareAProviderWithItselfWhenItIsTheFastestBothWays() {
    for (int round = 1; round <= 3; round++) {
      findings.results().add(new Cell(Operation.HMAC_MD5, "BC", 1_024, 0), round, 12, 12, 12, 12);
      findings.results().add(new Cell(Operation.HMAC_MD5, "BC", 1_024, 64), round, 10, 10, 10);
    }
    assertEquals(
        "BC is 1.20 times as fast in batches of 64 as one at a time (1,024 bytes).",
        sentences.batchesAgainstSingles(Operation.HMAC_MD5, 64));
  }

  @Test
  void shouldJudgeNothingWhenThereAreFewerThanThreeRounds() {
    Findings early = FixedFindings.after(2);
    Sentences none = new Sentences(early);
    assertEquals(
        "In batches of 64, no verdict: 2 of 3 rounds.", none.fastest(Operation.HMAC_SHA1, 64));
    assertEquals("", none.batchesAgainstSingles(Operation.HMAC_SHA1, 64));
    assertEquals(
        "In batches of 64, no verdict: 2 of 3 rounds.",
        none.nativeAgainstJava(List.of(Operation.HMAC_SHA1), 64));
    assertEquals(
        "No verdict: 2 of 3 rounds. Not measured: foreign-function API needs Java 22 or newer.",
        CallSentences.of(early.callCosts()));
  }

  @Test
  void shouldSetThePapersFastestProviderBesideTodays() {
    Paper.Curve md5 = Paper.CITED.curves().get(0);
    Paper.Curve sha1 = Paper.CITED.curves().get(1);
    assertEquals(
        "In the paper, BC is the fastest provider in Java for HMAC-MD5; here it is SunJCE for"
            + " HMAC-MD5.",
        sentences.thenAndNow(md5));
    assertEquals(
        "In the paper, SunJCE is the fastest provider in Java for HMAC-SHA1; here it is SunJCE,"
            + " too, for HMAC-SHA1.",
        sentences.thenAndNow(sha1));
    assertEquals(
        "In the paper, BC is the fastest provider in Java for HMAC-MD5.",
        new Sentences(FixedFindings.after(1)).thenAndNow(md5));
  }

  @Test
  void shouldNameWhoIsMissingAndWhy() {
    assertEquals(
        "Not in the picture: multi-buffer (it is no JCE provider, so it is not offered one at a"
            + " time); FlexiProvider (its jar is not there); Cryptix (it has no JCE interface).",
        sentences.missing(Operation.HMAC_MD5, 0));
  }

  @Test
  void shouldSayThatNothingWasMeasuredWhenSo() {
    Sentences none = new Sentences(new Findings(FixedFindings.setting()));
    assertEquals(
        "Nothing was measured here: the run was interrupted.", none.fastest(Operation.AES_GCM, 64));
  }

  @Test
  void shouldCompareCallsAndSayWhichCouldNotBeMade() {
    assertEquals(
        "The cheapest way out of Java is JNI with 9.0 ns, the dearest JNA, interface mapping with"
            + " 900 ns, 100 times as much. Not measured: foreign-function API needs Java 22 or"
            + " newer.",
        CallSentences.of(findings.callCosts()));
    assertEquals(
        "No way out of Java was measured.",
        CallSentences.of(List.of(new CallCost("JNI", "x", List.of(), Optional.of("no")))));
  }
}
