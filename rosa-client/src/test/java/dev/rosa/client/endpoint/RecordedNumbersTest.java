package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Source causes few writings of the record, and a crash loses few numbers. */
class RecordedNumbersTest {
  /** Beyond any step; 2,000 of them are no jump that the window refuses. */
  private static final long FAR = 2 * SessionNumbers.MOST_STEP - 100_000;

  @TempDir Path folder;

  private final JoinedBench bench = new JoinedBench();
  private Path file;

  /** Times that the file was seen to change. */
  private int writings;

  private String seen;

  @BeforeEach
  void open() throws Exception {
    file = folder.resolve("bob.sequences");
    bench.onDisk(file);
    seen = Files.readString(file);
  }

  @AfterEach
  void close() {
    bench.sessions.close();
  }

  private DestinationEvent take(long session, long sequence) throws IOException {
    DestinationEvent refusal = bench.take(session, sequence);
    String text = Files.readString(file);
    writings += text.equals(seen) ? 0 : 1;
    seen = text;
    return refusal;
  }

  private long recorded(long session) {
    Pattern line = Pattern.compile(HexFormat.of().toHexDigits(session) + " delivered=([0-9]+) ");
    Matcher found = line.matcher(seen);
    assertTrue(found.find(), seen);
    return Long.parseUnsignedLong(found.group(1));
  }

  /** Sessions of one user use up the writings that may follow each other at once. */
  private void exhaust(long session) throws IOException {
    assertNull(bench.join(session, 1));
    for (int i = 1; i <= SequenceRecord.WRITE_BURST; i++) {
      assertNull(take(session, i * FAR));
    }
    assertEquals(
        DestinationEvent.RECORD_BUSY, take(session, FAR * (1 + SequenceRecord.WRITE_BURST)));
  }

  @Test
  void shouldWriteOnceASecondForASourceThatJumps() throws Exception {
    assertNull(bench.join(7, 1));
    int busy = 0;
    for (int i = 1; i <= 2_000; i++) {
      bench.pass(5);
      busy += take(7, i * FAR) == DestinationEvent.RECORD_BUSY ? 1 : 0;
    }
    assertEquals(SessionNumbers.BURST + 9, writings, 1.0);
    assertEquals(2_000 - writings, busy);
  }

  @Test
  void shouldWriteAFewTimesASecondForManySourcesThatJump() throws Exception {
    for (long session = 1; session <= 20; session++) {
      assertNull(bench.join(session, (int) session));
    }
    for (int i = 1; i <= 2_000; i++) {
      bench.pass(1);
      take(1 + i % 20, i * FAR);
    }
    assertEquals(SequenceRecord.WRITE_BURST + 8, writings, 1.0);
  }

  @Test
  void shouldReserveForAllSessionsByOneWriting() throws Exception {
    exhaust(1);
    for (long session = 10; session < 110; session++) {
      assertNull(bench.join(session, 2));
      assertEquals(DestinationEvent.RECORD_BUSY, take(session, 1));
    }
    writings = 0;
    bench.pass(SequenceRecord.MILLIS_PER_WRITE);
    for (long session = 10; session < 110; session++) {
      assertNull(take(session, 1));
    }
    assertEquals(1, writings);
  }

  @Test
  void shouldReserveForAllNewSessionsByOneWriting() throws Exception {
    for (long session = 10; session < 110; session++) {
      assertNull(bench.join(session, 2));
    }
    for (long session = 10; session < 110; session++) {
      assertNull(take(session, 1));
    }
    assertEquals(1, writings);
  }

  @Test
  void shouldExtendWhatIsNearlyUsedUpWhileItWrites() throws Exception {
    assertNull(bench.join(1, 1));
    assertNull(bench.join(2, 2));
    for (int i = 1; i <= 50; i++) {
      assertNull(take(1, i));
      bench.pass(50);
    }
    assertNull(take(2, FAR));
    assertEquals(50 + SessionNumbers.LEAST_STEP, recorded(1));
  }

  @Test
  void shouldNotWriteForANumberThatTheWindowRefuses() throws Exception {
    assertNull(bench.join(7, 1));
    assertNull(take(7, 1));
    writings = 0;
    assertEquals(DestinationEvent.REPLAYED, take(7, 1));
    assertEquals(DestinationEvent.REPLAYED, take(7, 2 + (1L << 32)));
    assertEquals(0, writings);
  }

  @Test
  void shouldLeaveMostOfTheTimeToPacketsWhenTheDiskIsSlow() throws Exception {
    assertNull(bench.join(1, 1));
    bench.slowNanos = 500_000_000;
    assertNull(take(1, 1));
    bench.slowNanos = 0;
    bench.pass(2_900);
    assertEquals(DestinationEvent.RECORD_BUSY, take(1, FAR));
    bench.pass(200);
    assertNull(take(1, FAR));
  }

  @Test
  void shouldReserveFewNumbersForASlowSource() throws Exception {
    assertNull(bench.join(7, 1));
    for (int i = 1; i <= 1_000; i++) {
      bench.pass(100);
      assertNull(take(7, i));
      assertTrue(recorded(7) - i <= 64, seen);
    }
  }

  @Test
  void shouldDeliverAllOfAFastSourceAndFollowItsRate() throws Exception {
    assertNull(bench.join(7, 1));
    int sequence = 0;
    for (int millis = 0; millis < 4_000; millis++) {
      bench.pass(1);
      for (int i = 0; i < 10; i++) {
        assertNull(take(7, ++sequence));
      }
    }
    assertTrue(writings <= SessionNumbers.BURST, "" + writings);
    sequence = (int) recorded(7);
    assertNull(take(7, sequence));
    bench.pass(600_000);
    assertNull(take(7, ++sequence));
    assertEquals(sequence + 64, recorded(7));
  }

  @Test
  void shouldKeepWhatWasReservedAfterACrash() throws Exception {
    assertNull(bench.join(7, 1));
    assertNull(take(7, 100));
    Path copy = folder.resolve("copy.sequences");
    Files.copy(file, copy);
    JoinedBench after = new JoinedBench().onDisk(copy);
    assertNull(after.join(7, 1));
    assertEquals(DestinationEvent.REPLAYED, after.take(7, 100));
    assertEquals(DestinationEvent.REPLAYED, after.take(7, 100 + SessionNumbers.LEAST_STEP));
    assertNull(after.take(7, 101 + SessionNumbers.LEAST_STEP));
    after.sessions.close();
  }

  @Test
  void shouldDropReplayWhenTheClockJumpedAheadAndBackBeforeACrash() throws Exception {
    assertNull(bench.join(7, 1));
    assertNull(take(7, 1));
    bench.now = bench.now.plusSeconds(JoinedBench.DAY);
    assertNull(bench.join(8, 1));
    assertNull(take(8, 1));
    Path copy = folder.resolve("copy.sequences");
    Files.copy(file, copy);
    JoinedBench after = new JoinedBench().onDisk(copy);
    assertNull(after.join(7, 1));
    assertEquals(DestinationEvent.REPLAYED, after.take(7, 1));
    after.sessions.close();
  }

  @Test
  void shouldTryAFileThatCannotBeWrittenAFewTimesASecond() throws Exception {
    assertNull(bench.join(7, 1));
    Path next = Files.createDirectory(folder.resolve("bob.sequences.new"));
    for (int i = 1; i <= SequenceRecord.WRITE_BURST; i++) {
      assertEquals(DestinationEvent.RECORD_FAILED, take(7, 1));
    }
    Files.delete(next);
    assertEquals(DestinationEvent.RECORD_FAILED, take(7, 1));
    bench.pass(SessionNumbers.MILLIS_PER_RESERVATION);
    assertNull(take(7, 1));
    assertNotEquals(0, writings);
  }
}
