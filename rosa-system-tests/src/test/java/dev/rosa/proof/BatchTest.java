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
    System.out.println("BatchTest: " + CheckCounts.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldDoTheSameInBatchesAsOneAtATimeWhateverTheMix() {
    return TestedProviders.each(
        tested ->
            Rounds.run(
                "mixes for " + tested.name(),
                random -> {
                  for (int size : List.of(1, 2, 63, 64, 65, 127, 128, 129)) {
                    Traffic traffic =
                        new TrafficDraw(random).mixed(size, BatchChecks.LONGEST_PAYLOAD);
                    BatchChecks.anyMix(tested, traffic, random);
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> shouldServeBatchesThatAreLargerThanARouters() {
    return TestedProviders.each(
        tested ->
            Rounds.run(
                "large batches for " + tested.name(),
                random -> {
                  TrafficDraw senders = new TrafficDraw(random);
                  BatchChecks.largeBatch(
                      tested, senders.mixed(1_024, BatchChecks.LONGEST_PAYLOAD), random);
                  BatchChecks.largeBatch(
                      tested, senders.mixed(BatchChecks.LARGE, BatchChecks.SHORT_PAYLOAD), random);
                }));
  }

  @TestFactory
  Stream<DynamicTest> shouldNoticeEveryBitThatIsFlipped() {
    return TestedProviders.each(
        tested ->
            Rounds.run(
                "every bit for " + tested.name(),
                random ->
                    tested.suites().forEach(suite -> BatchChecks.everyBit(tested, suite, random))));
  }

  @TestFactory
  Stream<DynamicTest> shouldServeBatchesOfNothing() {
    return TestedProviders.each(
        tested -> tested.suites().forEach(suite -> BatchChecks.empty(tested, suite)));
  }
}
