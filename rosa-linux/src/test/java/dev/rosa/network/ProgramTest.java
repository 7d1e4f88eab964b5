package dev.rosa.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that hang, fail, or print much. */
class ProgramTest {

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
}
