package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports as verifiers in other languages read them. A verifier is skipped where it cannot run: the
 * first needs python3 with "cryptography", the second Go with {@code golang.org/x/mod@v0.20.0} in
 * its cache ({@code go mod download golang.org/x/mod@v0.20.0}).
 */
class ForeignVerifierTest {

  private static final int NO_LIBRARY = 3;

  private static final String GO_MODULE =
      """
      module verify

      go 1.21

      require golang.org/x/mod v0.20.0
      """;

  private static final String GO_SUM =
      """
      golang.org/x/mod v0.20.0 h1:utOm6MM3R3dnawAiJgn0y+xvuYRsm1RKM/4giyfDgV0=
      golang.org/x/mod v0.20.0/go.mod h1:hTbmBsO62+eylJbnUtE2MGJUyE7QWk4xUqPFrRgJ+7c=
      """;

  @TempDir Path folder;

  @Test
  void shouldBeReadByVerifierInPython() throws Exception {
    Path script = copy("verify.py");
    check(List.of("python3", script.toString()));
  }

  @Test
  void shouldBeReadByLibrariesOfGo() throws Exception {
    copy("verify.go");
    Files.writeString(folder.resolve("go.mod"), GO_MODULE);
    Files.writeString(folder.resolve("go.sum"), GO_SUM);
    Path program = folder.resolve("verify");
    String said = run(List.of("go", "build", "-o", program.toString(), "verify.go"));
    assumeTrue(Files.exists(program), said);
    check(List.of(program.toString()));
  }

  private Path copy(String resource) throws IOException {
    Path file = folder.resolve(resource);
    try (InputStream in = ForeignVerifierTest.class.getResourceAsStream(resource)) {
      Files.copy(in, file);
    }
    return file;
  }

  private void check(List<String> verifier) throws IOException, InterruptedException {
    for (int rows : new int[] {1, 256, 600}) {
      TestLog log = new TestLog().withActs(rows);
      Path export = log.exportTo(folder.resolve("export" + rows));
      List<String> command = new ArrayList<>(verifier);
      command.addAll(List.of(export.toString(), log.key().toString()));
      String verified = rows + " entries verified";
      assertEquals(verified, run(command));
      ExportCheckTest.flip(export.resolve("tile/0/000" + (rows < 256 ? ".p/" + rows : "")), 7);
      assertNotEquals(verified, run(command));
    }
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    program.directory(folder.toFile()).environment().put("GOPROXY", "off");
    Process process;
    try {
      process = program.start();
    } catch (IOException e) {
      assumeTrue(false, "there is no " + command.get(0));
      throw e;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() != NO_LIBRARY, "python3 has no library 'cryptography'");
    return said.strip();
  }
}
