package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Publications and enrolments of a running domain are rows of an export that verifies. */
@Tag("endtoend")
class AuditLeavesTest {

  @TempDir static Path folder;
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, LabAddresses.one());
    Lab unused = lab.start();
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static long rows(String event) throws Exception {
    return lab.administer("audit", "list", "--limit", "1000")
        .out()
        .lines()
        .filter(line -> line.contains("  " + event + "  "))
        .count();
  }

  @Test
  void shouldRecordPublicationsAndEnrolmentsOfARunningDomain() throws Exception {
    Await.until(() -> "both publications to be rows" + lab.tails(), () -> rows("publication") == 2);
    String ledger = lab.files().file("domain/ledger.txt").toString();
    String imported = lab.administer("enrolment", "import", ledger).out();
    assertTrue(imported.contains(", on record before 0"), imported);
    String again = lab.administer("enrolment", "import", ledger).out();
    assertTrue(again.contains("recorded 0, on record before "), again);
    new LabAudit(lab, () -> "jdbc:sqlite:" + folder.resolve("as.db")).assertVerifies(folder);
    assertEquals(2, rows("publication"));
  }
}
