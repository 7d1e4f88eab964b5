package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports as a verifier in another language reads them; skipped where it cannot run. */
class ForeignVerifierTest {

  private static final int NO_LIBRARY = 3;

  @TempDir Path folder;

  @Test
  void shouldBeReadByVerifierInAnotherLanguage() throws Exception {
    Path script = folder.resolve("verify.py");
    try (InputStream in = ForeignVerifierTest.class.getResourceAsStream("verify.py")) {
      Files.copy(in, script);
    }
    for (int rows : new int[] {1, 256, 600}) {
      TestLog log = new TestLog().withActs(rows);
      Path export = log.exportTo(folder.resolve("export" + rows));
      assertEquals(rows + " entries verified", verify(script, export, log));
      ExportCheckTest.flip(export.resolve("tile/0/000" + (rows < 256 ? ".p/" + rows : "")), 7);
      assertEquals("a tile of level 0 is wrong", verify(script, export, log));
    }
  }

  private static String verify(Path script, Path export, TestLog log)
      throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder("python3", script.toString(), export.toString(), log.key().toString())
            .redirectErrorStream(true);
    Process process;
    try {
      process = program.start();
    } catch (IOException e) {
      assumeTrue(false, "no python3 here");
      throw e;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() != NO_LIBRARY, "python3 has no library 'cryptography'");
    return said.strip();
  }
}
