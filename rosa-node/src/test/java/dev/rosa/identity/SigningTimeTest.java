package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SigningTimeTest {
  private static final int AT = 1_790_000_000;

  private static Optional<String> fault(long receivedMillis) {
    return SigningTime.of(AT).fault(Instant.ofEpochMilli(1_000L * AT + receivedMillis));
  }

  @Test
  void shouldNameMoreSecondsThanAreAllowedWhenItIsAPartOfOne() {
    assertEquals(
        Optional.of("was signed 61 s after the server's time, expected at most 60"),
        fault(-60_001));
    assertEquals(
        Optional.of("was signed 61 s before the server's time, expected at most 60"),
        fault(61_000));
    assertEquals(Optional.empty(), fault(60_000));
  }
}
