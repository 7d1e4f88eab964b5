package dev.rosa.as.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.audit.ForeignLog.State;
import dev.rosa.audit.AuditCheck;
import dev.rosa.transparency.NoteKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cosigned checkpoints, proofs and exports of a server's log before a verifier that shares no code
 * with ROSA ({@link AuditCheck}), and each of their parts changed.
 */
class AuditForeignTest {

  private static final int[] SIZES = {1, 2, 255, 256, 257, 1_000};
  private static final String DASH = "\u2014 ";
  private static final int TIME = 4;
  private static final int ROOT = 2;

  /** One byte in so many is changed in files of many bytes. */
  private static final int STEP = 61;

  @TempDir static Path folder;
  private static ForeignLog log;
  private static AuditCheck check;
  private static final List<State> STATES = new ArrayList<>();

  @BeforeAll
  static void write() throws Exception {
    AuditCheck built = AuditCheck.built();
    log = new ForeignLog(folder);
    check = built.with("--key", log.key()).with("--ca", log.authority());
    for (NoteKey witness : log.witnessKeys()) {
      check = check.with("--witness", witness);
    }
    for (int size : SIZES) {
      STATES.add(log.growTo(size));
    }
  }

  @AfterAll
  static void close() {
    if (log != null) {
      log.close();
    }
  }

  /** Refused with other bytes; then those that were there are back. */
  private static void refuse(Path file, UnaryOperator<byte[]> change, Object... arguments)
      throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, change.apply(bytes.clone()));
    check.refuse(arguments);
    Files.write(file, bytes);
  }

  private static UnaryOperator<byte[]> flipped(int index) {
    return bytes -> {
      bytes[index] ^= 1;
      return bytes;
    };
  }

  /** A line replaced, in a file of lines. */
  private static UnaryOperator<byte[]> line(int number, UnaryOperator<String> change) {
    return bytes -> {
      List<String> lines = new ArrayList<>(List.of(new String(bytes, UTF_8).split("\n", -1)));
      lines.set(number, change.apply(lines.get(number)));
      return String.join("\n", lines).getBytes(UTF_8);
    };
  }

  /** A bit of what the last word of a line encodes; a negative index counts from its end. */
  private static UnaryOperator<String> encoded(int index) {
    return line -> {
      int blank = line.lastIndexOf(' ') + 1;
      byte[] bytes = Base64.getDecoder().decode(line.substring(blank));
      bytes[index < 0 ? bytes.length + index : index] ^= 1;
      return line.substring(0, blank) + Base64.getEncoder().encodeToString(bytes);
    };
  }

  private static String oneMore(String line) {
    int blank = line.lastIndexOf(' ') + 1;
    return line.substring(0, blank) + (Integer.parseInt(line.substring(blank)) + 1);
  }

  /** Every part of a checkpoint that a file ends with. */
  private static void refuseCheckpoints(Path file, Object... arguments) throws Exception {
    List<String> lines = Files.readAllLines(file);
    int origin = lines.indexOf(log.key().name());
    refuse(file, line(origin, name -> name + "2"), arguments);
    refuse(file, line(origin + 1, AuditForeignTest::oneMore), arguments);
    refuse(file, line(origin + ROOT, encoded(0)), arguments);
    int signatures = 0;
    for (int i = origin; i < lines.size(); i++) {
      if (lines.get(i).startsWith(DASH)) {
        refuse(file, line(i, encoded(-1)), arguments);
        refuse(file, line(i, encoded(TIME + 7)), arguments);
        signatures++;
      }
    }
    assertEquals(1 + log.witnessKeys().size(), signatures);
  }

  @Test
  void shouldAcceptCosignedCheckpointsAndRefuseThemWhenAnyPartIsChanged() throws Exception {
    for (State state : STATES) {
      assertEquals(
          List.of("checkpoint of " + state.size() + " rows, witnesses: 2"),
          check.accept("checkpoint", state.checkpoint()));
      refuseCheckpoints(state.checkpoint(), "checkpoint", state.checkpoint());
    }
  }

  @Test
  void shouldAcceptProofsOfRowsAndRefuseThemWhenAnyPartIsChanged() throws Exception {
    for (State state : STATES) {
      for (Path proof : state.proofs()) {
        Object[] arguments = {"proof", proof};
        check.accept(arguments);
        refuse(proof, line(1, encoded(3)), arguments);
        refuse(proof, line(2, AuditForeignTest::oneMore), arguments);
        refuseHashes(proof, 3, arguments);
      }
      Path last = state.proofs().get(2);
      refuseCheckpoints(last, "proof", last);
    }
  }

  /** Each hash changed, the first one left out, one too many. */
  private static void refuseHashes(Path file, int first, Object... arguments) throws Exception {
    int end = Files.readAllLines(file).indexOf("");
    for (int i = first; i < end; i++) {
      refuse(file, line(i, encoded(31)), arguments);
    }
    String hash = Base64.getEncoder().encodeToString(new byte[32]);
    refuse(file, line(end, empty -> hash + "\n"), arguments);
    if (end > first) {
      refuse(file, line(first - 1, line -> line + "\n" + hash), arguments);
      refuse(file, without(first), arguments);
    }
  }

  private static UnaryOperator<byte[]> without(int number) {
    return bytes -> {
      List<String> lines = new ArrayList<>(Arrays.asList(new String(bytes, UTF_8).split("\n", -1)));
      lines.remove(number);
      return String.join("\n", lines).getBytes(UTF_8);
    };
  }

  @Test
  void shouldAcceptGrowthAndRefuseItWhenAnyPartIsChanged() throws Exception {
    for (int i = 1; i < STATES.size(); i++) {
      State state = STATES.get(i);
      Path older = STATES.get(i - 1).checkpoint();
      Object[] arguments = {"growth", state.growth(), older};
      assertEquals(
          List.of("grew from %d rows to %d".formatted(SIZES[i - 1], state.size())),
          check.accept(arguments));
      refuse(state.growth(), line(0, AuditForeignTest::oneMore), arguments);
      refuseHashes(state.growth(), 1, arguments);
      refuseCheckpoints(state.growth(), arguments);
      refuseCheckpoints(older, arguments);
      check.refuse("growth", state.growth(), state.checkpoint());
    }
  }

  @Test
  void shouldAcceptExportsWithWitnessesAndGrowth() throws Exception {
    for (State state : STATES) {
      for (State older : STATES.subList(0, STATES.indexOf(state) + 1)) {
        List<String> lines = check.accept("export", state.export(), older.checkpoint());
        assertEquals(
            "export of " + state.size() + " rows, witnesses: 2", lines.get(lines.size() - 1));
        log.witnessKeys()
            .forEach(
                key ->
                    assertTrue(
                        lines.contains(key + " cosigned " + state.size() + " rows"),
                        key::toString));
      }
    }
    check.refuse("export", STATES.get(0).export(), STATES.get(1).checkpoint());
  }

  @Test
  void shouldRefuseExportsWhenAnyFileIsChanged() throws Exception {
    for (State state : STATES) {
      Object[] arguments = {"export", state.export()};
      refuseCheckpoints(state.checkpoint(), arguments);
      for (Path file : tiles(state)) {
        int length = (int) Files.size(file);
        for (int i = 0; i < length; i += Math.max(1, length / 5)) {
          refuse(file, flipped(i), arguments);
        }
        refuse(file, flipped(length - 1), arguments);
        refuse(file, bytes -> Arrays.copyOf(bytes, length - 1), arguments);
        refuse(file, bytes -> Arrays.copyOf(bytes, length + 1), arguments);
      }
    }
  }

  private static List<Path> tiles(State state) throws IOException {
    try (Stream<Path> files = Files.walk(state.export().resolve("tile"))) {
      return files.filter(Files::isRegularFile).collect(Collectors.toList());
    }
  }

  @Test
  void shouldRefuseExportWhenItsWitnessesAreChanged() throws Exception {
    State state = STATES.get(3);
    Path file = state.export().resolve("witnesses");
    int length = (int) Files.size(file);
    for (int i = 0; i < length; i += STEP) {
      refuse(file, flipped(i), "export", state.export());
    }
  }
}
