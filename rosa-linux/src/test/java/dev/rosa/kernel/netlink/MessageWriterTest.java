package dev.rosa.kernel.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Bytes of messages, as netlink(7) has them. */
@EnabledOnOs(OS.LINUX)
class MessageWriterTest {

  private final MessageWriter writer = new MessageWriter(1 << 17);

  private ByteBuffer written() {
    return ByteBuffer.wrap(writer.toBytes()).order(ByteOrder.nativeOrder());
  }

  @Test
  void shouldWriteHeaderAndPaddedAttributes() {
    writer.clear().begin(0x0a0c, 0x400).put((byte) 5, (byte) 0, (byte) 0, (byte) 0);
    writer.text(1, "ab").bytes(2, (byte) 9).number(3, 0x01020304).end();
    ByteBuffer message = written();
    assertEquals(16 + 4 + 8 + 8 + 8, message.getInt(0));
    assertEquals(message.limit(), message.getInt(0));
    assertEquals(0x0a0c, message.getShort(4));
    assertEquals(0x401, message.getShort(6));
    ByteBuffer attributes = message.slice(20, message.limit() - 20);
    assertEquals("ab", NetlinkAttributes.text(NetlinkAttributes.first(attributes, 1)));
    assertEquals(1, NetlinkAttributes.first(attributes, 2).remaining());
    assertEquals(0x01020304, NetlinkAttributes.first(attributes, 3).getInt(0));
  }

  @Test
  void shouldNestAttributes() {
    writer.clear().begin(1, 0);
    int outer = writer.nest(7);
    int inner = writer.nest(8);
    writer.longNumber(1, 5).endNest(inner).endNest(outer).end();
    ByteBuffer message = written();
    ByteBuffer seven = NetlinkAttributes.first(message.slice(16, message.limit() - 16), 7);
    ByteBuffer eight = NetlinkAttributes.first(seven, 8);
    assertEquals(5, NetlinkAttributes.first(eight, 1).getLong(0));
    assertEquals(16, seven.remaining());
  }

  @Test
  void shouldNumberMessagesAndAskForOneAnswer() {
    writer.clear().begin(1, 0).end();
    writer.begin(2, 0).end();
    writer.acknowledgeLast();
    writer.begin(3, 0).end();
    ByteBuffer messages = written();
    assertEquals(messages.getInt(8) + 1, messages.getInt(16 + 8));
    assertEquals(1, messages.getShort(6));
    assertEquals(5, messages.getShort(16 + 6));
    assertEquals(1, messages.getShort(32 + 6));
    assertEquals(messages.getInt(16 + 8), writer.acknowledged());
  }

  @Test
  void shouldRefuseAnAttributeThatItsLengthCannotTell() {
    writer.clear().begin(1, 0);
    int start = writer.nest(1);
    writer.bytes(2, new byte[0x8000]).bytes(2, new byte[0x8000]);
    assertThrows(IllegalStateException.class, () -> writer.endNest(start));
  }
}
