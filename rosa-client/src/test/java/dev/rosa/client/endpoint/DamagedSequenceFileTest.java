package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of sequences that a disk or a copy has damaged. */
class DamagedSequenceFileTest {

  private static final String ADVICE = "; remove the file to start without";
  private static final Duration SKEW = Duration.ofSeconds(2);
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final long SET = 1_800_003_600;
  private static final Map<Long, Long> DELIVERED = Map.of(7L, 4_096L, 8L, 98_765L);

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("bob.sequences");
  }

  private SequenceRecord open() throws ConfigException {
    return SequenceRecord.open(file(), () -> NOW, () -> 5_000_000_000L, SKEW);
  }

  private byte[] whole() throws Exception {
    try (SequenceRecord record = open()) {
      DELIVERED.forEach(
          (session, number) -> {
            SessionNumbers numbers = record.hold(session, 5, SET);
            assertEquals(SequenceRecord.Reservation.DONE, record.reserve(numbers, number));
            numbers.accepted(number);
          });
    }
    return Files.readAllBytes(file());
  }

  /** Takes a damaged file, which stays as it is; what is wrong with that. */
  private List<String> refusal(String what, byte[] damaged) throws IOException {
    Files.write(file(), damaged);
    try (SequenceRecord record = open()) {
      return List.of(what + " is taken: " + record.hold(7, 5, SET).highest());
    } catch (ConfigException e) {
      boolean isOneLine = e.getMessage().lines().count() == 1;
      boolean says = e.getMessage().startsWith(file() + ":") && e.getMessage().contains(ADVICE);
      boolean isKept = Arrays.equals(damaged, Files.readAllBytes(file()));
      return isOneLine && says && isKept ? List.of() : List.of(what + ": " + e.getMessage());
    }
  }

  private void refuses(String text) throws IOException {
    assertEquals(List.of(), refusal(text, text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void shouldEndARecordWithTheNumberOfItsSessionsAndAChecksum() throws Exception {
    List<String> lines = new String(whole(), StandardCharsets.US_ASCII).lines().toList();
    assertEquals("rosa-sequences 3", lines.get(0));
    assertTrue(lines.get(4).matches("lines=2 [0-9a-f]{8}"), lines::toString);
    assertEquals(5, lines.size());
  }

  @Test
  void shouldRefuseARecordOfWhichALineIsMissingOrThereTwice() throws Exception {
    String whole = new String(whole(), StandardCharsets.US_ASCII);
    List<String> lines = whole.lines().toList();
    for (String line : lines) {
      refuses(whole.replace(line + "\n", ""));
      refuses(whole.replace(line + "\n", line + "\n" + line + "\n"));
    }
    refuses(whole + "\n");
  }

  /** Written by programs of before; it has an end as soon as it is open. */
  @Test
  void shouldTakeARecordWithoutAChecksumAndGiveItOne() throws Exception {
    String before =
        """
        rosa-sequences 2
        clock=1799999990 ended=0
        0000000000000007 delivered=4096 until=1800003600 user=00000005
        """;
    Files.writeString(file(), before);
    try (SequenceRecord record = open()) {
      assertEquals(4_096, record.hold(7, 5, SET).highest());
    }
    assertTrue(Files.readString(file()).startsWith("rosa-sequences 3\n"));
    refuses(before.substring(0, before.length() - 1));
    refuses(before.replace(" user=00000005", ""));
    refuses("rosa-sequences 2\n");
  }

  @Test
  void shouldRefuseARecordThatWasCutAnywhere() throws Exception {
    byte[] whole = whole();
    List<String> taken = new ArrayList<>();
    for (int length = 0; length < whole.length; length++) {
      taken.addAll(refusal("cut to " + length, Arrays.copyOf(whole, length)));
    }
    assertEquals(List.of(), taken, new String(whole, StandardCharsets.US_ASCII));
  }

  @Test
  void shouldRefuseARecordOfWhichAnyBitWasChanged() throws Exception {
    byte[] whole = whole();
    List<String> taken = new ArrayList<>();
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      taken.addAll(refusal("bit " + bit, damaged));
    }
    assertEquals(List.of(), taken, new String(whole, StandardCharsets.US_ASCII));
  }
}
