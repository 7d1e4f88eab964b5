package dev.rosa.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time limits of a keeper's waits: none keeps it from its work for ever. */
class KeeperBoundsTest {

  private static final byte[] BEAT = {0x52, 0x4f, 0x42, 0x31, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  @Test
  void shouldStopListeningWhenBeatsNeverEnd() throws IOException {
    List<Beat> heard = new ArrayList<>();
    KeeperLoop.hear(
        new byte[Beat.BYTES],
        into -> {
          System.arraycopy(BEAT, 0, into, 0, BEAT.length);
          return BEAT.length;
        },
        heard::add);
    assertEquals(1024, heard.size());
  }

  @Test
  void shouldHearAllThatWaitsAndNoMore() throws IOException {
    List<Beat> heard = new ArrayList<>();
    int[] asked = {0};
    KeeperLoop.hear(BEAT.clone(), into -> ++asked[0] <= 3 ? BEAT.length : -1, heard::add);
    assertEquals(3, heard.size());
    assertEquals(4, asked[0]);
  }

  @Test
  void shouldKillAProgramThatDoesNotEnd() {
    Duration patience = Duration.ofMillis(200);
    Program sleep = new Program("sleep", Path.of("/bin/sleep"), patience);
    IOException e = assertThrows(IOException.class, () -> sleep.run("", "1000"));
    assertEquals(
        "sleep 1000: has not ended within " + Durations.format(patience) + " and was killed",
        e.getMessage());
  }

  @Test
  void shouldPassOnWhatAProgramSays() throws IOException {
    Program shell = new Program("sh", Path.of("/bin/sh"), Duration.ofMinutes(1));
    assertEquals("in out", shell.run("in", "-c", "cat; echo ' out'").strip());
    Program.Result refused = shell.tryToRun("", "-c", "echo no >&2; exit 3");
    assertEquals(new Program.Result(3, "", "no\n"), refused);
  }

  @Test
  void shouldReadWhatAProgramPrintsWhileItPrints() throws IOException {
    Program shell = new Program("sh", Path.of("/bin/sh"), Duration.ofMinutes(5));
    long bytes = 3L << 30;
    long read =
        shell.read(
            output -> output.transferTo(OutputStream.nullOutputStream()),
            "-c",
            "head -c " + bytes + " /dev/zero");
    assertEquals(bytes, read);
    IOException refused =
        assertThrows(
            IOException.class, () -> shell.read(InputStream::read, "-c", "echo no >&2; exit 3"));
    assertEquals("sh -c echo no >&2; exit 3: no", refused.getMessage());
  }

  @Test
  void shouldGiveAProgramNothingOfThisEnvironment() throws IOException {
    Program env = Program.find("env", "coreutils");
    assertEquals(
        List.of("LC_ALL=C", "PATH=/usr/sbin:/sbin:/usr/bin:/bin"),
        env.run("").lines().sorted().toList());
  }

  @Test
  void shouldFindNoProgramInAPlaceThatDependsOnTheWorkingDirectory(@TempDir Path folder)
      throws IOException {
    Path program = folder.resolve("rosa-test-program");
    Files.createFile(
        program,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    String relative = Path.of("").toAbsolutePath().relativize(folder).toString();
    String name = program.getFileName().toString();
    assertThrows(IOException.class, () -> Program.find(name, "none", relative + ":." + ":"));
    assertNotNull(Program.find(name, "none", relative + ":" + folder));
  }

  @Test
  void shouldTakeAKeeperThatDoesNotAnswerForOneThatHangsOnce() {
    Vigil vigil = new Vigil();
    long now = Long.MAX_VALUE - 5;
    assertFalse(vigil.beginsToHang(now));
    assertTrue(vigil.mayAsk(now));
    assertFalse(vigil.mayAsk(now));
    assertFalse(vigil.beginsToHang(now + Vigil.PATIENCE_NANOS));
    assertTrue(vigil.beginsToHang(now + Vigil.PATIENCE_NANOS + 1));
    assertFalse(vigil.beginsToHang(now + Vigil.PATIENCE_NANOS + 2));
    assertTrue(vigil.hangs());
    assertTrue(vigil.answered());
    assertFalse(vigil.hangs());
    assertTrue(vigil.mayAsk(now));
    assertFalse(vigil.answered());
  }
}
