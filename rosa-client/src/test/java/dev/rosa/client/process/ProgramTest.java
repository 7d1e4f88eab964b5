package dev.rosa.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ProgramTest {

  @TempDir Path folder;

  private Program shell(String script) {
    return Program.of("shell", List.of("sh", "-c", script)).in(folder);
  }

  @Test
  void shouldGiveExitCodeAndBothOutputsWhenAProgramHasEnded() throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Program.Outcome outcome =
        shell("echo $GREETING; pwd >&2; exit 3").with("GREETING", "hello").writing(out, err).run();

    assertEquals(new Program.Outcome(3, "hello\n", folder.toRealPath() + "\n"), outcome);
    assertEquals("hello\n", Files.readString(out));
  }

  @Test
  void shouldReadAFileWhenItIsGivenOne() throws Exception {
    Path in = Files.writeString(folder.resolve("in"), "one\ntwo\n");
    assertEquals("one\ntwo\n", shell("cat").reading(in).run().said());
  }

  @Test
  void shouldReturnTheLineThatIsAwaited() throws Exception {
    try (RunningProgram running = shell("echo ready on 17; echo again; exec sleep 600").start()) {
      assertEquals("ready on 17", running.awaitReady().await(Pattern.compile("on \\d+")));
      assertTrue(running.isAlive());
      assertEquals(128 + 15, running.end());
    }
  }

  @Test
  void shouldSayWhatAProgramSaidLastWhenItEndsEarly() throws Exception {
    try (RunningProgram running = shell("echo no such port; exit 2").start()) {
      IOException failure = assertThrows(IOException.class, () -> running.await("listening"));
      assertEquals(
          "shell ended with exit code 2 before 'listening'; it said last: | no such port",
          failure.getMessage());
      assertFalse(running.isAlive());
    }
  }
}
