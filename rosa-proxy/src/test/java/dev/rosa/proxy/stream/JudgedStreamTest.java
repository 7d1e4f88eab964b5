package dev.rosa.proxy.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JudgedStreamTest {

  /** Sequence numbers wrap within the first bytes. */
  private static final int FIRST = -3;

  private final LineJudge judge = new LineJudge();
  private final JudgedStream stream = new JudgedStream(judge, FIRST, new KeptRoom(1 << 20));

  @Test
  void shouldJudgeEachByteOnce() {
    assertEquals(SegmentFate.PASS, segment(0, "one\n"));
    assertEquals(SegmentFate.PASS, segment(4, "two\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\ntwo\nthree\n"));

    assertEquals("one\ntwo\nthree\n", judge.seen.toString());
    assertEquals(14, stream.judgedBytes());
  }

  private void jump(int position, String last) {
    byte[] bytes = last.getBytes(StandardCharsets.ISO_8859_1);
    stream.jump(FIRST + position, ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  @Test
  void shouldGoOnBehindBytesThatPassedElsewhere() {
    segment(0, "one\n");
    jump(12, "tri\n");

    assertEquals("one\n", judge.seen.toString());
    assertEquals(12, stream.judgedBytes());
    assertEquals(SegmentFate.PASS, segment(12, "four\n"));
    assertEquals("one\nfour\n", judge.seen.toString());
  }

  @Test
  void shouldTakeTheLastOfThemAgainIfTheyAreTheSame() {
    segment(0, "one\n");
    jump(12, "tri\n");

    assertEquals(SegmentFate.PASS, segment(8, "tri\n"));
    assertEquals(SegmentFate.PASS, segment(10, "i\nfour\n"));
    assertEquals(SegmentFate.DROP, segment(8, "trx\n"));
    assertEquals(RefusalReason.REPEAT_CHANGED, stream.reason());
    assertEquals(SegmentFate.DROP, segment(7, "\ntri\n"));
    assertEquals(RefusalReason.REPEAT_TOO_OLD, stream.reason());
  }

  @Test
  void shouldKeepWhatFollowsBytesThatPassedElsewhere() {
    jump(5_000, "tri\n");
    String line = "x".repeat(999) + "\n";
    for (int i = 0; i < 10; i++) {
      assertEquals(SegmentFate.PASS, segment(5_000 + 1_000 * i, line));
    }
    assertEquals(SegmentFate.PASS, segment(4_996, "tri\n" + line));
    assertEquals(SegmentFate.PASS, segment(9_000, line));
    assertEquals(SegmentFate.DROP, segment(9_000, "y" + line.substring(1)));
  }

  @Test
  void shouldNotJumpAmidWhatIsHeld() {
    segment(0, "on");
    assertThrows(IllegalStateException.class, () -> jump(12, "tri\n"));
  }

  @Test
  void shouldDropWhatComesBehindAHole() {
    assertEquals(SegmentFate.DROP, segment(1, "ne\n"));
    assertEquals(RefusalReason.HOLE, stream.reason());
    assertEquals("", judge.seen.toString());
    assertEquals(SegmentFate.PASS, segment(0, "one\n"));
  }

  @Test
  void shouldDropRepeatsWithOtherBytes() {
    segment(0, "one\n");

    assertEquals(SegmentFate.DROP, segment(0, "two\n"));
    assertEquals(RefusalReason.REPEAT_CHANGED, stream.reason());
    assertEquals(SegmentFate.DROP, segment(2, "x\nfour\n"));
    assertEquals("one\n", judge.seen.toString());
    assertEquals(SegmentFate.PASS, segment(2, "e\nfour\n"));
  }

  @Test
  void shouldHoldUntilTheVerdictAndDropRepeatsMeanwhile() {
    assertEquals(SegmentFate.HOLD, segment(0, "on"));
    assertEquals(2, stream.heldBytes());
    assertEquals(SegmentFate.DROP, segment(0, "on"));
    assertEquals(RefusalReason.REPEAT_OF_HELD, stream.reason());
    assertEquals(SegmentFate.PASS, segment(2, "e\n"));
    assertEquals(0, stream.heldBytes());
    assertEquals(SegmentFate.PASS, segment(0, "on"));
  }

  @Test
  void shouldLetNothingPassAfterARefusal() {
    segment(0, "one\n");

    assertEquals(SegmentFate.REFUSE, segment(4, "!"));
    assertEquals(SegmentFate.REFUSE, segment(0, "one\n"));
    assertEquals(SegmentFate.REFUSE, segment(5, "two\n"));
    assertEquals(RefusalReason.RULE, stream.reason());
  }

  @Test
  void shouldKeepTheLast16KibAndDropOlderRepeats() {
    String line = "x".repeat(1023) + "\n";
    for (int i = 0; i < 20; i++) {
      assertEquals(SegmentFate.PASS, segment(i * 1024, line));
    }

    assertEquals(SegmentFate.PASS, segment(4 * 1024, line));
    assertEquals(SegmentFate.DROP, segment(4 * 1024 - 1, "\n"));
    assertEquals(RefusalReason.REPEAT_TOO_OLD, stream.reason());
    assertEquals(SegmentFate.DROP, segment(5 * 1024, "y" + line.substring(1)));
  }

  @Test
  void shouldCompareAlsoWhatSomebodyHasAcknowledgedInTheReceiversName() {
    segment(0, "one\n");
    segment(4, "two\n");
    stream.acknowledged(FIRST + 8);

    assertEquals(SegmentFate.DROP, segment(0, "six\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\n"));
  }

  @Test
  void shouldForgetTheBytesOfTheStreamThatWasSilentForLongestWhenThereIsNoRoom() {
    KeptRoom small = new KeptRoom(1024);
    JudgedStream first = new JudgedStream(new LineJudge(), FIRST, small);
    JudgedStream second = new JudgedStream(new LineJudge(), FIRST, small);
    JudgedStream third = new JudgedStream(new LineJudge(), FIRST, small);
    for (JudgedStream each : List.of(first, second, first, third)) {
      long position = each.judgedBytes();
      assertEquals(SegmentFate.PASS, send(each, (int) position, "one\n", false));
    }
    assertEquals(1024, small.used());
    assertEquals(SegmentFate.PASS, send(first, 4, "one\n", false));
    assertEquals(SegmentFate.DROP, send(first, 4, "two\n", false));
    assertEquals(SegmentFate.DROP, send(second, 0, "one\n", false));
    assertEquals(RefusalReason.REPEAT_TOO_OLD, second.reason());
    assertEquals(SegmentFate.PASS, send(second, 4, "two\n", false));
    assertEquals(SegmentFate.PASS, send(second, 4, "two\n", false));
    for (JudgedStream each : List.of(first, second, third)) {
      each.forget();
    }
    assertEquals(0, small.used());
  }

  @Test
  void shouldIgnoreAnAcknowledgementOfBytesThatWereNotSent() {
    segment(0, "one\n");
    stream.acknowledged(FIRST + 100);

    assertEquals(SegmentFate.DROP, segment(0, "two\n"));
  }

  @Test
  void shouldLetCountedBytesBeRepeatedWithOtherOnes() {
    segment(0, "one\n");
    judge.unread = 5;
    segment(4, "body\n");

    assertEquals(SegmentFate.PASS, segment(4, "BODY\n"));
    assertEquals(SegmentFate.DROP, segment(0, "two\nBODY\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\nBODY\n"));
    assertEquals(SegmentFate.DROP, segment(3, "xBODY\n"));
  }

  /** An upload with losses: TCP repairs it as without a judge. */
  @Test
  void shouldLetBytesBehindAHoleThatNobodyReadsPass() {
    segment(0, "one\n");
    judge.skippable = 10;

    assertEquals(SegmentFate.DROP, segment(15, "two\n"));
    assertEquals(RefusalReason.HOLE, stream.reason());
    assertEquals(SegmentFate.PASS, segment(14, "two\n"));
    assertEquals("one\ntwo\n", judge.seen.toString());
    assertEquals(18, stream.judgedBytes());
    assertEquals(SegmentFate.PASS, segment(4, "??????"));
    assertEquals(SegmentFate.PASS, segment(0, "one\n????"));
    assertEquals(SegmentFate.DROP, segment(0, "six\n????"));
    assertEquals(SegmentFate.PASS, segment(12, "??two\n"));
    assertEquals(SegmentFate.DROP, segment(12, "??six\n"));
    assertEquals(SegmentFate.PASS, last(18, ""));
    assertTrue(stream.hasEnded());
  }

  /** Uploads that a client sends in one go, of which a piece was lost. */
  @Test
  void shouldLetBytesOfEarlierBodiesBeRepeatedBehindLaterHeads() {
    for (int i = 0; i < 20; i++) {
      judge.unread = 0;
      segment(100 * i, "one\n");
      judge.unread = 96;
      segment(100 * i + 4, "x".repeat(95) + "\n");
    }
    for (int i = 0; i < 20; i++) {
      boolean isKnown = i >= 4;
      SegmentFate same = isKnown ? SegmentFate.PASS : SegmentFate.DROP;
      assertEquals(same, segment(100 * i + 40, "??"), "body " + i);
      assertEquals(SegmentFate.DROP, segment(100 * i, "??"));
      assertEquals(same, segment(100 * i, "one\nxx"));
      assertEquals(same, segment(100 * i, "one\n" + "?".repeat(96)));
    }
  }

  /** A server drops what is beyond its window: its position and the judge's would part. */
  @Test
  void shouldLetNoMorePassWithoutAnAcknowledgementThanLeavesEachPositionCertain() {
    segment(0, "one\n");
    judge.skippable = 1L << 33;

    assertEquals(SegmentFate.DROP, segment(4 + 0x7fff_0000, "two\n"));
    assertEquals(RefusalReason.HOLE, stream.reason());
    assertEquals(SegmentFate.PASS, segment(1 << 28, "two\n"));
    assertTrue(stream.wantsAcknowledgement());
    assertEquals(SegmentFate.PASS, segment((1 << 30) - 4, "two\n"));
    assertEquals(SegmentFate.DROP, segment(1 << 30, "two\n"));
    stream.acknowledged(FIRST + (1 << 30));
    assertFalse(stream.wantsAcknowledgement());
    assertEquals(SegmentFate.PASS, segment(1 << 30, "two\n"));
    assertEquals(SegmentFate.DROP, segment((1 << 30) + 100_000, "two\n"));
    assertEquals(SegmentFate.PASS, segment((1 << 30) + 4, "two\n"));
  }

  /** A long upload over several paths: a large part of its packets comes late. */
  @Test
  void shouldPassOverAnyNumberOfBytesThatComeLater() {
    segment(0, "one\n");
    String late = "x".repeat(1 << 16);
    long position = 4;
    for (int i = 0; i < 40_000; i++) {
      judge.skippable = 1L << 33;
      judge.seen.setLength(0);
      assertEquals(SegmentFate.PASS, segment((int) position + late.length(), "two\n"));
      assertEquals(SegmentFate.PASS, segment((int) position, late));
      position += late.length() + 4;
      stream.acknowledged(FIRST + (int) position);
    }
    assertEquals(position, stream.judgedBytes());
  }

  /** The receiver may have dropped what passed elsewhere. */
  @Test
  void shouldCountBytesThatPassedElsewhereAsNotAcknowledged() {
    segment(0, "one\n");
    jump(1 << 28, "tri\n");
    assertEquals(SegmentFate.PASS, segment(1 << 28, "two\n"));
    assertTrue(stream.wantsAcknowledgement());
    jump(1 << 30, "tri\n");
    assertEquals(SegmentFate.DROP, segment(1 << 30, "two\n"));
    stream.acknowledged(FIRST + (1 << 30));
    assertEquals(SegmentFate.PASS, segment(1 << 30, "two\n"));
  }

  /** A head whose only copy was lost behind the proxy, while its body goes on. */
  @Test
  void shouldKnowAHeadAgainHoweverLongItsBodyIs() {
    segment(0, "one\n");
    for (int i = 0; i < 40; i++) {
      judge.unread = 1_000L * (i + 1);
      assertEquals(SegmentFate.PASS, segment(4 + 1_000 * i, "x".repeat(999) + "\n"));
    }
    assertEquals(SegmentFate.PASS, segment(0, "one\nxxx"));
    assertEquals(SegmentFate.DROP, segment(0, "six\nxxx"));
    assertEquals(RefusalReason.REPEAT_CHANGED, stream.reason());
    judge.unread = 0;
    assertEquals(SegmentFate.PASS, segment(40_004, "two\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\nxxx"));
    assertEquals(SegmentFate.PASS, segment(39_000, "?".repeat(1_004) + "two\n"));
    judge.unread = 2;
    assertEquals(SegmentFate.PASS, segment(40_008, "x\n"));
    assertEquals(SegmentFate.PASS, segment(40_004, "two\n"));
    assertEquals(SegmentFate.PASS, segment(40_003, "?two\n"));
    assertEquals(SegmentFate.DROP, segment(0, "six\n"));
    assertEquals(SegmentFate.PASS, segment(0, "one\n"));
  }

  @Test
  void shouldEndOnceAtTheSamePlace() {
    segment(0, "one\n");

    assertEquals(SegmentFate.DROP, last(2, "e"));
    assertEquals(RefusalReason.REPEAT_CHANGED, stream.reason());
    assertEquals(SegmentFate.PASS, last(4, "two\n"));
    assertTrue(stream.hasEnded());
    assertEquals(SegmentFate.PASS, last(8, ""));
    assertEquals(SegmentFate.DROP, segment(8, "more\n"));
    assertEquals(RefusalReason.AFTER_END, stream.reason());
  }

  @Test
  void shouldLetAllPassOnceThatIsTheVerdict() {
    assertEquals(SegmentFate.HOLD, segment(0, "a"));
    assertEquals(SegmentFate.PASS, segment(1, ">"));
    assertEquals(SegmentFate.PASS, segment(100, "!"));
    assertEquals(0, stream.heldBytes());
  }

  @Test
  void shouldCompareRepeatsOfWhatWasJudgedUntilTheReceiverHasIt() {
    assertEquals(SegmentFate.HOLD, segment(0, "one"));
    assertEquals(SegmentFate.PASS, segment(3, ">"));

    assertEquals(SegmentFate.DROP, segment(0, "two>"));
    assertEquals(RefusalReason.REPEAT_CHANGED, stream.reason());
    assertEquals(SegmentFate.DROP, segment(2, "x> and more"));
    assertEquals(SegmentFate.PASS, segment(2, "e> and more"));
    stream.acknowledged(FIRST + 3);
    assertEquals(SegmentFate.DROP, segment(3, "<"));
    assertEquals(false, stream.passesUnseen());

    stream.acknowledged(FIRST + 10);
    assertTrue(stream.passesUnseen());
    assertEquals(SegmentFate.PASS, segment(0, "two>"));
  }

  @Test
  void shouldJudgeTheSameBytesHoweverTheyAreCutRepeatedAndReordered() {
    String text = "first line\nsecond\n\nthe last one\n".repeat(50);
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder passed = new StringBuilder();
    StringBuilder held = new StringBuilder();
    while (passed.length() + held.length() < text.length()) {
      int judged = (int) stream.judgedBytes();
      int begin = Math.max(0, judged - random.nextInt(20) + random.nextInt(10));
      int end = Math.min(text.length(), begin + 1 + random.nextInt(30));
      if (begin >= end) {
        continue;
      }
      SegmentFate fate = segment(begin, text.substring(begin, end));
      if (fate == SegmentFate.HOLD || (fate == SegmentFate.PASS && end > judged)) {
        held.append(text, judged, end);
      }
      if (fate == SegmentFate.PASS) {
        passed.append(held);
        held.setLength(0);
      }
    }
    assertEquals(text, judge.seen.toString());
    assertEquals(text, passed.append(held).toString());
  }

  private SegmentFate segment(int position, String bytes) {
    return send(position, bytes, false);
  }

  private SegmentFate last(int position, String bytes) {
    return send(position, bytes, true);
  }

  private SegmentFate send(int position, String bytes, boolean isLast) {
    return send(stream, position, bytes, isLast);
  }

  private static SegmentFate send(JudgedStream stream, int position, String bytes, boolean isLast) {
    ByteBuffer memory = ByteBuffer.wrap(("--" + bytes).getBytes(StandardCharsets.US_ASCII));
    return stream.segment(memory, FIRST + position, 2, bytes.length(), isLast);
  }
}
