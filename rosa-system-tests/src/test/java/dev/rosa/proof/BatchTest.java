package dev.rosa.proof;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Batches of every size and mix, over memory of every kind, half of the packets forged: the same as
 * one at a time, and as the JDK alone.
 */
class BatchTest {

  @AfterAll
  static void say() {
    System.out.println("BatchTest: " + Tally.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldDoTheSameInBatchesAsOneAtATimeWhateverTheMix() {
    return Parties.each(
        party ->
            Rounds.run(
                "mixes for " + party.name(),
                draw -> {
                  for (int size : List.of(1, 2, 63, 64, 65, 127, 128, 129)) {
                    Traffic traffic =
                        new TrafficDraw(draw).mixed(size, BatchChecks.LONGEST_PAYLOAD);
                    BatchChecks.anyMix(party, traffic, draw);
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> shouldServeBatchesThatAreLargerThanARouters() {
    return Parties.each(
        party ->
            Rounds.run(
                "large batches for " + party.name(),
                draw -> {
                  TrafficDraw senders = new TrafficDraw(draw);
                  BatchChecks.largeBatch(
                      party, senders.mixed(1_024, BatchChecks.LONGEST_PAYLOAD), draw);
                  BatchChecks.largeBatch(
                      party, senders.mixed(BatchChecks.LARGE, BatchChecks.SHORT_PAYLOAD), draw);
                }));
  }

  @TestFactory
  Stream<DynamicTest> shouldNoticeEveryBitThatIsFlipped() {
    return Parties.each(
        party ->
            Rounds.run(
                "every bit for " + party.name(),
                draw -> party.suites().forEach(suite -> BatchChecks.everyBit(party, suite, draw))));
  }

  @TestFactory
  Stream<DynamicTest> shouldServeBatchesOfNothing() {
    return Parties.each(party -> party.suites().forEach(suite -> BatchChecks.empty(party, suite)));
  }
}
