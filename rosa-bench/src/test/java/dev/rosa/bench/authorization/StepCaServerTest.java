package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** step-ca under load, where {@code ./rosa bench as} has built it. */
class StepCaServerTest {

  @TempDir Path folder;

  @Test
  void shouldIssueCertificatesForTokens() throws Exception {
    Path file = StepCa.defaultFolder().resolve("step-ca-" + StepCa.VERSION + "/step-ca");
    assumeTrue(Files.isExecutable(file), StepCa.NAME + " was not built");
    try (StepCaServer server = StepCaServer.start(file, folder.resolve("ca"), 4)) {
      // It ends with the last of the requests.
      ServerProcess.Reading reading = server.measure(40, 8, 600);
      assertTrue(reading.rate() > 0 && reading.median() <= reading.late());
    }
  }

  @Test
  void shouldTakeProgramThatIsThere() throws Exception {
    Path file = folder.resolve("step-ca-" + StepCa.VERSION + "/step-ca");
    Files.createDirectories(file.getParent());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    StepCa stepCa = StepCa.in(folder, new PrintStream(said, true, StandardCharsets.UTF_8));
    assertEquals(new StepCa(file.toAbsolutePath(), ""), stepCa);
    assertEquals(0, said.size());
  }
}
