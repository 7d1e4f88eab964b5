package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageException;
import dev.rosa.storage.TestTables;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a server's log lines about failed calls. */
class FailureInterceptorTest {

  @Test
  void shouldSayInOneLineThatTheStorageCannotBeUsed(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("role.db"), "no database");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    StorageException outage =
        assertThrows(
            StorageException.class,
            () -> Storage.open(StorageLocation.of(file), TestTables.TABLES));
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      FailureInterceptor.report("rosa/Outage", new IllegalStateException("a statement", outage));
      assertEquals(
          List.of("ERROR failed method=rosa/Outage not-logged=0: " + outage.getMessage()),
          log.lines());
    }
  }

  @Test
  void shouldTakeAllElseForABug() {
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      FailureInterceptor.report("rosa/Ask", new IllegalStateException("a bug"));
      assertTrue(
          log.lines().get(0).startsWith("ERROR failed method=rosa/Ask"), log.lines().toString());
    }
  }

  @Test
  void shouldBoundLinesAndTextThatAPeerHasChosen() {
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      for (int i = 0; i < 100; i++) {
        FailureInterceptor.report(
            "rosa/Forge",
            new IllegalStateException("x\nINFO forged \u001b[31m" + "y".repeat(9_999)));
      }
      assertTrue(log.lines().size() <= 60, log.lines().size() + " lines");
      String line = log.lines().get(0);
      assertTrue(line.contains("x?INFO forged ?[31m"), line);
      assertTrue(line.length() < 5_000, line.length() + " characters");
    }
  }
}
