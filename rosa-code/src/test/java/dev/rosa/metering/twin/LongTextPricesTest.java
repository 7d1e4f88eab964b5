package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops over a text pay for the code that the JVM makes of them when all texts are long. */
class LongTextPricesTest {

  private static final int LETTERS = 20_000;
  private static final int MUCH = 10_000_000;

  /** 2.5 ns a letter, and 0.024 ns for a unit of the median kernel: fifteen times the kernel. */
  private static final int LEAST_TO_REVERSE = 7;

  /** 4.4 ns a letter. */
  private static final int LEAST_TO_PARSE = 12;

  private static TextBuilder letters(String letter) {
    Meter.current().begin(MUCH, MUCH);
    return new TextBuilder(letter.repeat(LETTERS));
  }

  private static int unitsOf(Runnable work) {
    Meter.current().begin(MUCH, MUCH);
    work.run();
    return MUCH - Meter.current().fuel;
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "\u20ac"})
  void shouldPayForEachLetterWhenALongTextIsReversed(String letter) {
    TextBuilder text = letters(letter);
    int units = unitsOf(text::reverse);
    assertTrue(units >= LEAST_TO_REVERSE * LETTERS, () -> "units: " + units);
  }

  @Test
  void shouldLeaveTextAsItIsWhenFuelEndsBeforeItIsReversed() {
    TextBuilder text = letters("q").append('r');
    Meter.current().begin(LETTERS, MUCH);
    assertThrows(Exhausted.class, text::reverse);
    assertEquals('r', text.charAt(LETTERS));
  }

  @Test
  void shouldPayForEachDigitWhenALongTextIsRead() {
    String digits = "0".repeat(LETTERS);
    int units = unitsOf(() -> assertEquals(0, Numbers.parseUnsignedLong(digits, 16)));
    assertTrue(units >= LEAST_TO_PARSE * LETTERS, () -> "units: " + units);
  }
}
