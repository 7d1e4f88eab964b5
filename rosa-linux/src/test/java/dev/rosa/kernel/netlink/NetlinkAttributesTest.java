package dev.rosa.kernel.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetlinkAttributesTest {

  private static final int NESTED = 0x8000;

  private static ByteBuffer attributes(Object... typesAndTexts) {
    ByteBuffer bytes = ByteBuffer.allocate(200).order(ByteOrder.nativeOrder());
    for (int i = 0; i < typesAndTexts.length; i += 2) {
      byte[] text = ((String) typesAndTexts[i + 1]).getBytes(StandardCharsets.US_ASCII);
      bytes.putShort((short) (NetlinkAttributes.HEADER_BYTES + text.length));
      bytes.putShort(((Integer) typesAndTexts[i]).shortValue()).put(text);
      bytes.position(NetlinkAttributes.aligned(bytes.position()));
    }
    return bytes.flip();
  }

  private static List<String> texts(ByteBuffer attributes, int type) {
    return NetlinkAttributes.all(attributes, type).stream().map(NetlinkAttributes::text).toList();
  }

  @Test
  void shouldFindEveryAttributeOfAType() {
    ByteBuffer all = attributes(1, "a\0", 2, "bcd\0", 1 | NESTED, "ef");
    assertEquals(List.of("a", "ef"), texts(all, 1));
    assertEquals("bcd", NetlinkAttributes.text(NetlinkAttributes.first(all, 2)));
    assertEquals(0, NetlinkAttributes.first(all, 3).remaining());
  }

  @Test
  void shouldReadNothingOfAnAttributeThatIsCutShort() {
    ByteBuffer all = attributes(1, "whole", 1, "second");
    assertEquals(List.of("whole"), texts(all.limit(all.limit() - 3), 1));
    assertEquals(List.of(), texts(ByteBuffer.allocate(12), 0));
  }
}
