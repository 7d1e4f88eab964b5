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
 * first needs python3 with "cryptography", the second Go ({@link AuditCheck}).
 */
class ForeignVerifierTest {

  private static final int NO_LIBRARY = 3;
  private static final int[] SIZES = {1, 256, 600};

  @TempDir Path folder;

  @Test
  void shouldBeReadByVerifierInPython() throws Exception {
    Path script = copy("verify.py");
    check(List.of("python3", script.toString()));
  }

  @Test
  void shouldBeReadByLibrariesOfGo() throws Exception {
    AuditCheck check = AuditCheck.built();
    for (int rows : SIZES) {
      TestLog log = new TestLog().withActs(rows);
      Path export = log.exportTo(folder.resolve("export" + rows));
      AuditCheck own = check.with("--key", log.key());
      assertEquals(
          List.of("export of " + rows + " rows, witnesses: 0"), own.accept("export", export));
      ExportCheckTest.flip(hashes(export, rows), 7);
      own.refuse("export", export);
    }
  }

  @Test
  void shouldBeReadByLibrariesOfGoWhenOldRowsWerePruned() throws Exception {
    TestLog log = new TestLog().withActs(300).withPruned(5);
    Path export = log.exportTo(folder.resolve("export"));
    AuditCheck check = AuditCheck.built().with("--key", log.key());
    assertEquals(
        List.of("export of 301 rows, witnesses: 0"),
        check.with("--pruned", 5).accept("export", export));
    check.with("--pruned", 4).refuse("export", export);
  }

  private static Path hashes(Path export, int rows) {
    return export.resolve("tile/0/000" + (rows < 256 ? ".p/" + rows : ""));
  }

  private Path copy(String resource) throws IOException {
    Path file = folder.resolve(resource);
    try (InputStream in = ForeignVerifierTest.class.getResourceAsStream(resource)) {
      Files.copy(in, file);
    }
    return file;
  }

  private void check(List<String> verifier) throws IOException, InterruptedException {
    for (int rows : SIZES) {
      TestLog log = new TestLog().withActs(rows);
      Path export = log.exportTo(folder.resolve("export" + rows));
      List<String> command = new ArrayList<>(verifier);
      command.addAll(List.of(export.toString(), log.key().toString()));
      String verified = rows + " entries verified";
      assertEquals(verified, run(command));
      ExportCheckTest.flip(hashes(export, rows), 7);
      assertNotEquals(verified, run(command));
    }
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    program.directory(folder.toFile());
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
