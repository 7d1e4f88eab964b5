package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0B",
    "1023, 1023B",
    "1024, 1KiB",
    "1048575, 1023.9KiB",
    "20001687, 19MiB",
    "20101687, 19.1MiB",
    "1610612736, 1.5GiB",
    "9223372036854775807, 8589934591.9GiB"
  })
  void shouldRoundToATenthOfItsUnit(long bytes, String text) {
    assertEquals(text, new ByteSize(bytes).rounded());
  }
}
