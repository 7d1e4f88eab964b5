package dev.rosa.firewall.plane.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BanTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "59, 59s",
    "60, 1m0s",
    "3599, 59m59s",
    "3600, 1h0m",
    "86399, 23h59m",
    "86400, 1d0h",
    "604800, 7d0h"
  })
  void shouldWriteATimeInItsTwoLargestUnits(long seconds, String text) {
    assertEquals(text, BanText.time(seconds));
  }
}
