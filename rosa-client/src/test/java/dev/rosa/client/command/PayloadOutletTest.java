package dev.rosa.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadOutletTest {

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldPrintTextAsItIs() {
    assertEquals("größer als 3 ≥ 2", PayloadOutlet.text(bytes("größer als 3 ≥ 2")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001b[2J", "a\nb", "\u202egnirts", "a\u2028b", "\u200bzero"})
  void shouldPrintHexDigitsWhenAPayloadCouldControlATerminal(String payload) {
    String printed = PayloadOutlet.text(bytes(payload));
    assertEquals(2 * payload.getBytes(StandardCharsets.UTF_8).length, printed.length());
  }

  @Test
  void shouldPrintHexDigitsWhenAPayloadIsNoText() {
    assertEquals("ff", PayloadOutlet.text(ByteBuffer.wrap(new byte[] {(byte) 0xff})));
  }
}
