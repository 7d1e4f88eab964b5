package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reversed text pays for what it takes: up to 2.5 ns a letter, compiled for long texts. */
class ReversalPriceTest {

  private static final int LETTERS = 20_000;
  private static final int MUCH = 10_000_000;

  /** At 0.024 ns for a unit of the median kernel, fifteen times the kernel at most. */
  private static final int LEAST_FOR_A_LETTER = 7;

  private static TextBuilder letters(String letter) {
    Meter.current().begin(MUCH, MUCH);
    return new TextBuilder(letter.repeat(LETTERS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "\u20ac"})
  void shouldPayForEachLetterWhenALongTextIsReversed(String letter) {
    TextBuilder text = letters(letter);
    Meter.current().begin(MUCH, MUCH);
    text.reverse();
    int units = MUCH - Meter.current().fuel;
    assertTrue(units >= LEAST_FOR_A_LETTER * LETTERS, () -> "units: " + units);
  }

  @Test
  void shouldLeaveTextAsItIsWhenFuelEndsBeforeItIsReversed() {
    TextBuilder text = letters("q").append('r');
    Meter.current().begin(LETTERS, MUCH);
    assertThrows(Exhausted.class, text::reverse);
    assertEquals('r', text.charAt(LETTERS));
  }
}
