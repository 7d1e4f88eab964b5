package dev.rosa.bench.path.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolVersionTest {

  private static final ToolVersion CARGO = new ToolVersion("cargo", 1, 88);

  @Test
  void shouldSayWhatIsNeededAndWhatWasFoundWhenTheToolIsTooOld() {
    assertEquals(
        "needs cargo 1.88 or newer to be built, found 1.65.0", CARGO.obstacle("cargo 1.65.0\n"));
    assertEquals(
        "needs cargo 1.88 or newer to be built, found 0.99.1", CARGO.obstacle("cargo 0.99.1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cargo 1.88.0 (873a06493 2025-05-10)",
        "cargo 1.100.0-nightly (123456789 2027-01-01)",
        "cargo 2.0.0",
        "cargo of my own"
      })
  void shouldSayNothingWhenTheToolIsNewEnough(String said) {
    assertEquals("", CARGO.obstacle(said));
  }

  @Test
  void shouldSayThatTheToolIsMissingWhenThereIsNone() {
    assertEquals(
        "needs no-such-tool to be built", new ToolVersion("no-such-tool", 1, 0).obstacle());
  }
}
