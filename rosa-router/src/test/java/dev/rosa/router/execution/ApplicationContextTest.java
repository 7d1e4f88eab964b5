package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ApplicationContextTest {

  private final ApplicationContext context = new ApplicationContext("r1");

  /** Code may keep exceptions from packet to packet, and pays for none of their texts. */
  @Test
  void shouldRefuseALongNameWithoutACopyOfIt() {
    String name = "x".repeat(800_000);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> context.counter(name));
    assertEquals(
        "no counter's name; expected up to 40 of a-z, 0-9 and _, a letter first",
        refusal.getMessage());
  }

  @Test
  void shouldCountUnderANameOfFortyLetters() {
    String name = "x".repeat(40);
    context.counter(name).add(3);
    context.counter(name).add(4);
    assertEquals(7, context.counters().get(name));
  }
}
