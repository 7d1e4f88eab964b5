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

  @BeforeEach
  void name() {
    file = directory.resolve("bob.sequences");
  }

  private SequenceRecord open() throws ConfigException {
    return SequenceRecord.open(file, () -> now, SKEW);
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

  @Test
  void shouldKeepWhatWasReservedAfterACrash() throws Exception {
    SequenceRecord crashed = open();
    assertTrue(crashed.reserve(7, 164, SET));
    assertTrue(crashed.reserve(-1, -1, SET));
    Path copy = directory.resolve("copy.sequences");
    Files.copy(file, copy);
    try (SequenceRecord after = SequenceRecord.open(copy, () -> now, SKEW)) {
      assertEquals(164, after.floor(7));
      assertEquals(-1, after.floor(-1));
      assertEquals(0, after.floor(8));
    }
    crashed.close();
  }

  @Test
  void shouldKeepTheExactNumberAfterAnOrderlyEnd() throws Exception {
    try (SequenceRecord before = open()) {
      assertTrue(before.reserve(7, 164, SET));
      before.settle(7, 101, SET);
    }
    try (SequenceRecord after = open()) {
      assertEquals(101, after.floor(7));
    }
  }

  @Test
  void shouldForgetSessionsOnceNoPacketOfThemCanPass() throws Exception {
    try (SequenceRecord before = open()) {
      assertTrue(before.reserve(7, 164, SET));
    }
    now = Instant.ofEpochSecond(SET + SKEW.toSeconds() - 1);
    try (SequenceRecord after = open()) {
      assertEquals(164, after.floor(7));
    }
    now = now.plusSeconds(1);
    try (SequenceRecord after = open()) {
      assertEquals(0, after.floor(7));
    }
  }

  @Test
  void shouldBeForItsOwnerAndOneDestinationAlone() throws Exception {
    try (SequenceRecord record = open()) {
      assertTrue(record.reserve(7, 1, SET));
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      ConfigException refusal = assertThrows(ConfigException.class, this::open);
      assertTrue(refusal.getMessage().contains("another Destination has"), refusal.getMessage());
    }
    open().close();
  }

  @Test
  void shouldNameTheLineThatIsNone() throws Exception {
    refuses("", ":1: no record of sequences");
    refuses("rosa-sequences 2\n", ":1: no record of sequences");
    refuses("rosa-sequences 1\nnonsense\n", ":2: expected SESSION");
    refuses(
        "rosa-sequences 1\n0000000000000007 delivered=99999999999999999999 until=1\n",
        ":2: expected SESSION");
    assertFalse(Files.readString(file).isEmpty());
  }
}
