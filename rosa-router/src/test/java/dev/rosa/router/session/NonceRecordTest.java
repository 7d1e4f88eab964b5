package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.NonceRecord.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NonceRecordTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000, 7);
  private static final long NOW_NANOS = 1_800_000_000_000_000_007L;

  @TempDir Path folder;

  private Path record() {
    return folder.resolve("windows");
  }

  private NonceRecord at(Instant now) {
    return new NonceRecord(record(), InstantSource.fixed(now));
  }

  @Test
  void shouldBeginAtTheClockAtFirst() throws IOException {
    assertEquals(new Range(NOW_NANOS, NOW_NANOS + NonceRecord.RANGE), at(NOW).reserve());
  }

  @Test
  void shouldBeginAfterEarlierRangesWhenClockWasSetBack() throws IOException {
    Range before = at(NOW).reserve();
    assertEquals(before.end(), at(NOW.minusSeconds(9)).reserve().first());
    assertEquals(before.end() + NonceRecord.RANGE, at(Instant.EPOCH).reserve().first());
  }

  @Test
  void shouldBeginAtTheClockWhenThatIsLater() throws IOException {
    Range unused = at(NOW).reserve();
    assertEquals(NOW_NANOS + 3_600_000_000_000L, at(NOW.plusSeconds(3_600)).reserve().first());
  }

  @Test
  void shouldReserveBeforeUseForTheOwnerAlone() throws IOException {
    Range range = at(NOW).reserve();
    Path file = folder.resolve("windows.nonces");
    assertEquals(Long.toHexString(range.end()), Files.readString(file).strip());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void shouldRefuseFileThatIsNoRecord() throws IOException {
    String[] texts = {
      "",
      "17f2",
      "0123456789abcdeg\n",
      "0123456789abcdef\n\n",
      "8000000000000000\n",
      "7fffffffffffffff\n"
    };
    for (String text : texts) {
      Files.writeString(folder.resolve("windows.nonces"), text);
      IOException refusal = assertThrows(IOException.class, () -> at(NOW).reserve());
      assertTrue(refusal.getMessage().endsWith("16 hex digits, less than 2^63"), text);
    }
  }

  @Test
  void shouldRefuseALinkThatLeadsNowhere() throws IOException {
    Files.createSymbolicLink(folder.resolve("windows.nonces"), folder.resolve("nowhere"));
    assertThrows(IOException.class, () -> at(NOW).reserve());
  }

  @Test
  void shouldKeepNothingWithoutRecord() throws IOException {
    NonceRecord none = new NonceRecord(null, InstantSource.fixed(NOW));
    assertEquals(NOW_NANOS, none.reserve().first());
    assertEquals(NOW_NANOS, none.reserve().first());
  }
}
