package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CapturedLog;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of a server's log lines about failed calls. */
class FailureInterceptorTest {

  private static final int FULL = 13;
  private static final int CONSTRAINT = 19;

  private static RuntimeException storage(int code, String message) {
    return new IllegalStateException("a statement", new SQLException(message, null, code));
  }

  @Test
  void shouldSayInOneLineThatTheDiskIsFull() {
    String full = "[SQLITE_FULL] Insertion failed because database is full";
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      FailureInterceptor.report("rosa/Ask", storage(FULL, String.join("\n", full, "and more")));
      assertEquals(
          List.of("ERROR failed method=rosa/Ask: the storage cannot be used: " + full),
          log.lines());
    }
  }

  @Test
  void shouldTakeAllElseForABug() {
    assertEquals(Optional.empty(), DiskFailure.in(storage(CONSTRAINT, "a constraint")));
    assertEquals(Optional.empty(), DiskFailure.in(new IllegalStateException("a bug")));
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      FailureInterceptor.report("rosa/Ask", new IllegalStateException("a bug"));
      assertTrue(
          log.lines().get(0).startsWith("ERROR failed method=rosa/Ask"), log.lines().toString());
    }
  }
}
