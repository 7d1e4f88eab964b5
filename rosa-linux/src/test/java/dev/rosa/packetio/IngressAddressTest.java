package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class IngressAddressTest {

  /** The address of a number. */
  static byte[] bytes(int number) {
    return ByteBuffer.allocate(6).putInt(IngressAddress.PREFIX).putShort((short) number).array();
  }

  @Test
  void shouldReadTheNumberThatItsTextHas() {
    assertEquals("02:52:4f:00:ff:fe", IngressAddress.text(0xfffe));
    assertEquals("02:52:4f:00:00:07", IngressAddress.text(7));
    assertEquals(7, IngressAddress.number(ByteBuffer.wrap(bytes(7)), 0));
    assertEquals(0xfffe, IngressAddress.number(ByteBuffer.wrap(bytes(0xfffe)), 0));
  }

  @Test
  void shouldReadNoNumberInOtherAddresses() {
    byte[] other = bytes(7);
    other[3] = 1;
    assertEquals(IngressAddress.NONE, IngressAddress.number(ByteBuffer.wrap(other), 0));
  }
}
