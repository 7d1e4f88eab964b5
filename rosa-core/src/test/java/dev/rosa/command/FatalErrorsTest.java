package dev.rosa.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.CapturedLog;
import org.junit.jupiter.api.Test;

class FatalErrorsTest {

  private final Thread thread = new Thread(() -> {}, "control-client");
  private int ended;

  private void take(Throwable error) {
    FatalErrors.take(thread, error, () -> ended++);
  }

  @Test
  void shouldEndTheNodeWhenAThreadEndsForWantOfMemory() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      take(new OutOfMemoryError("Java heap space"));
      assertEquals(1, ended);
      assertEquals(
          1,
          log.linesWith(
                  "ERROR the thread control-client has ended by java.lang.OutOfMemoryError, ending")
              .size());
    }
  }

  @Test
  void shouldGoOnWhenAThreadEndsByAnExceptionAndNotSayItsText() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      take(new IllegalStateException("a stranger's words"));
      assertEquals(0, ended);
      assertEquals(0, log.linesWith("stranger").size());
      assertEquals(1, log.linesWith("has ended by java.lang.IllegalStateException").size());
    }
  }
}
