package dev.rosa.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.junit.jupiter.api.Test;

final class HangUpTest {

  @Test
  void shouldGoOnWhenWhatIsToldFails() {
    Runnable failing =
        () -> {
          throw new IllegalStateException("not so");
        };
    assertDoesNotThrow(() -> HangUp.tell(failing));
  }
}
