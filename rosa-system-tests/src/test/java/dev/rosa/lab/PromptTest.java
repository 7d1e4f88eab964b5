package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the operator at the lab's prompt: refresh, revocation, failure of a node. */
@Tag("endtoend")
class PromptTest {

  @TempDir static Path folder;
  private static NetLab lab;

  @BeforeAll
  static void start() throws Exception {
    lab = NetLab.start(folder);
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void shouldShowTheNextEpochWhenItIsMadeAtThePrompt() throws Exception {
    lab.run("epoch", "next", "transcoder");

    assertTrue(lab.run("epoch", "list").lines().anyMatch(line -> line.startsWith("transcoder  2")));
  }

  @Test
  void shouldGrantNothingWhenTheUserIsRevokedAtThePrompt() throws Exception {
    lab.run("revoke", "user", "mallory");

    RunningProgram asked =
        lab.start("request", "--identity", lab.nodes().resolve("domain/mallory").toString());
    assertEquals(1, asked.awaitExit());
    assertTrue(asked.said().contains("is not known"), asked::said);
  }

  @Test
  void shouldStartANodeAgainWhenItWasKilledAtThePrompt() throws Exception {
    String kill = NetLab.home().resolve("kill.sh").toString();
    String before = Files.readString(lab.nodes().resolve("as.pid"));
    lab.run(kill, "as");
    RunningProgram again = lab.start(kill, "as");
    assertEquals(1, again.awaitExit());

    lab.run("start", "as");

    assertTrue(!before.equals(Files.readString(lab.nodes().resolve("as.pid"))));
    assertTrue(lab.run("epoch", "list").contains("counter"));
  }
}
