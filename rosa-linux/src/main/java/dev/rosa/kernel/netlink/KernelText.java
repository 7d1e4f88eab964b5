package dev.rosa.kernel.netlink;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text of the kernel, which takes nearly any bytes for a name. It is UTF-8 where it can be read as
 * that; else each byte above 127 is a character from U+F780 to U+F7FF, for private use, so that the
 * same bytes go back. Stateless.
 */
final class KernelText {
  private static final int ASIDE = 0xf700;
  private static final int FIRST_ASIDE = ASIDE + 0x80;
  private static final int LAST_ASIDE = ASIDE + 0xff;

  private KernelText() {}

  static String decode(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.chars().noneMatch(KernelText::isAside) ? text : aside(bytes);
    } catch (CharacterCodingException e) {
      return aside(bytes);
    }
  }

  private static boolean isAside(int c) {
    return c >= FIRST_ASIDE && c <= LAST_ASIDE;
  }

  private static String aside(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      text.append((char) (b < 0 ? ASIDE + (b & 0xff) : b));
    }
    return text.toString();
  }

  static byte[] encode(String text) {
    if (text.chars().noneMatch(KernelText::isAside)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.chars().forEach(c -> write(c, bytes));
    return bytes.toByteArray();
  }

  private static void write(int c, ByteArrayOutputStream bytes) {
    if (isAside(c)) {
      bytes.write(c - ASIDE);
    } else {
      bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
    }
  }
}
