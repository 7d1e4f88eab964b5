package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No packet is delivered again after a Destination's restart. */
class SequenceRecordTest extends EndpointRig {

  private static final Duration SKEW = Duration.ofSeconds(2);
  private static final long SET = 2_000;

  private Path file;
  private Instant now = Instant.ofEpochSecond(1_000);
  private long nanos = 5_000_000_000L;

  @BeforeEach
  void name() {
    file = directory.resolve("bob.sequences");
  }

  private SequenceRecord open() throws ConfigException {
    return SequenceRecord.open(file, () -> now, () -> nanos, SKEW);
  }

  private void refuses(String text, String sentence) throws Exception {
    Files.writeString(file, text);
    ConfigException refusal = assertThrows(ConfigException.class, this::open);
    assertTrue(refusal.getMessage().startsWith(file + sentence), refusal.getMessage());
  }

  @Test
  void shouldDeliverNoPacketAgainAfterARestart() throws Exception {
    now = Instant.now();
    try (Source source = source(request(Suite.HMAC_SHA256, 300, "bob"))) {
      byte[] first;
      try (Destination before = destination(false, open())) {
        source.send(text("one"));
        first = atRouter();
        forward(first, before);
        pollUntil(before, DestinationEvent.DELIVERED, 1);
      }
      try (Destination after = destination(false, open())) {
        forward(first, after);
        pollUntil(after, DestinationEvent.REPLAYED, 1);
        source.send(text("two"));
        forward(atRouter(), after);
        pollUntil(after, DestinationEvent.DELIVERED, 1);
      }
    }
    assertEquals(List.of("one", "two"), delivered);
  }

  @Test
  void shouldDeliverNothingThatItCannotRecord() throws Exception {
    now = Instant.now();
    try (Source source = source(request(Suite.HMAC_SHA256, 300, "bob"));
        Destination destination = destination(false, open())) {
      Files.createDirectory(directory.resolve("bob.sequences.new"));
      source.send(text("one"));
      byte[] packet = atRouter();
      forward(packet, destination);
      pollUntil(destination, DestinationEvent.RECORD_FAILED, 1);
      assertEquals(List.of(), delivered);
    }
  }

  private void deliver(SequenceRecord record, long session, long number) {
    SessionNumbers numbers = record.hold(session, 5, SET);
    assertEquals(SequenceRecord.Reservation.DONE, record.reserve(numbers, number));
    numbers.accepted(number);
  }

  @Test
  void shouldKeepPacketsOfANewSessionUntilItsNumbersAreRecorded() throws Exception {
    now = Instant.now();
    SequenceRecord record = open();
    for (int i = 1; i <= SequenceRecord.WRITE_BURST; i++) {
      deliver(record, 7, i * SessionNumbers.MOST_STEP);
    }
    try (Source source = source(request(Suite.HMAC_SHA256, 300, "bob"));
        Destination destination = destination(false, record)) {
      source.send(text("one"));
      source.send(text("two"));
      forward(atRouter(), destination);
      pollUntil(destination, DestinationEvent.SESSIONS, 1);
      forward(atRouter(), destination);
      destination.poll(100);
      assertEquals(0, destination.counters().get(DestinationEvent.RECORD_BUSY));
      assertEquals(List.of(), delivered);
      nanos += SequenceRecord.MILLIS_PER_WRITE * 1_000_000;
      pollUntil(destination, DestinationEvent.DELIVERED, 2);
      assertEquals(List.of("one", "two"), delivered);
    }
  }

  private static long floor(SequenceRecord record, long session) {
    return record.hold(session, 5, SET).highest();
  }

  @Test
  void shouldKeepTheExactNumberAfterAnOrderlyEnd() throws Exception {
    try (SequenceRecord before = open()) {
      deliver(before, 7, 101);
      deliver(before, -1, -1);
    }
    try (SequenceRecord after = open()) {
      assertEquals(101, floor(after, 7));
      assertEquals(-1, floor(after, -1));
      assertEquals(0, floor(after, 8));
    }
  }

  @Test
  void shouldTakeAFileOfTheFirstVersion() throws Exception {
    Files.writeString(file, "rosa-sequences 1\n0000000000000007 delivered=101 until=2000\n");
    try (SequenceRecord after = open()) {
      assertEquals(101, floor(after, 7));
    }
  }

  @Test
  void shouldForgetSessionsOnceNoPacketOfThemCanPass() throws Exception {
    try (SequenceRecord before = open()) {
      deliver(before, 7, 101);
    }
    now = now.plusSeconds(500);
    try (SequenceRecord after = open()) {
      now = now.plusSeconds(501);
      nanos += 501_000_000_000L;
      after.forgetEnded(after.settledSeconds());
      // By the time of before the restart it has half of its time left.
      assertEquals(101, floor(after, 7));
    }
    try (SequenceRecord after = open()) {
      now = now.plusSeconds(501);
      nanos += 501_000_000_000L;
      after.forgetEnded(after.settledSeconds());
      assertEquals(0, floor(after, 7));
      assertTrue(after.mayHaveForgotten(9, SET));
      assertFalse(after.mayHaveForgotten(9, SET + 1));
    }
  }

  @Test
  void shouldBeForItsOwnerAndOneDestinationAlone() throws Exception {
    try (SequenceRecord record = open()) {
      deliver(record, 7, 1);
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      ConfigException refusal = assertThrows(ConfigException.class, this::open);
      assertTrue(refusal.getMessage().contains("another Destination has"), refusal.getMessage());
    }
    open().close();
  }

  @Test
  void shouldRefuseAFileThatOthersMayWriteTo() throws Exception {
    open().close();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
    ConfigException refusal = assertThrows(ConfigException.class, this::open);
    assertTrue(refusal.getMessage().contains("others than the owner may write to it"));
  }

  @Test
  void shouldRefuseAFolderThatOthersMayWriteTo() throws Exception {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    file = shared.resolve("bob.sequences");
    ConfigException refusal = assertThrows(ConfigException.class, this::open);
    assertTrue(refusal.getMessage().contains(shared + ": others than the owner may write to it"));
  }

  @Test
  void shouldNameTheLineThatIsNone() throws Exception {
    refuses("", ":1: no record of sequences");
    refuses("rosa-sequences 4\n", ":1: no record of sequences");
    refuses("rosa-sequences 3\n", ": no whole record of sequences");
    refuses("rosa-sequences 1\nnonsense\n", ":2: expected SESSION");
    refuses(
        "rosa-sequences 1\n0000000000000007 delivered=99999999999999999999 until=1\n",
        ":2: expected SESSION");
    assertFalse(Files.readString(file).isEmpty());
  }
}
