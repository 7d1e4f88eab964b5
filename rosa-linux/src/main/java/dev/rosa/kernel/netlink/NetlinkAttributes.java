package dev.rosa.kernel.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reader of the attributes of a netlink message, each with length, type and value. Stateless. */
public final class NetlinkAttributes {

  /** Length and type. */
  public static final int HEADER_BYTES = 4;

  private static final int ALIGNMENT = 4;

  /** Flags of nesting and byte order, which are no part of a type. */
  private static final int TYPE_MASK = 0x3fff;

  private NetlinkAttributes() {}

  /** The length with its padding. */
  public static int aligned(int bytes) {
    return bytes + ALIGNMENT - 1 & -ALIGNMENT;
  }

  /** The values of all attributes of a type, big-endian, in their order; none of a cut one. */
  public static List<ByteBuffer> all(ByteBuffer attributes, int type) {
    ByteBuffer bytes = attributes.duplicate().order(ByteOrder.nativeOrder());
    List<ByteBuffer> values = new ArrayList<>();
    int at = 0;
    while (at + HEADER_BYTES <= bytes.limit()) {
      int length = Short.toUnsignedInt(bytes.getShort(at));
      if (length < HEADER_BYTES || at + length > bytes.limit()) {
        return values;
      }
      if ((bytes.getShort(at + Short.BYTES) & TYPE_MASK) == type) {
        values.add(bytes.slice(at + HEADER_BYTES, length - HEADER_BYTES));
      }
      at += aligned(length);
    }
    return values;
  }

  /** The value of the first attribute of a type; empty without one. */
  public static ByteBuffer first(ByteBuffer attributes, int type) {
    List<ByteBuffer> values = all(attributes, type);
    return values.isEmpty() ? ByteBuffer.allocate(0) : values.get(0);
  }

  /**
   * The number that is the first attribute of a type, of four or eight bytes; empty without one.
   */
  public static OptionalLong number(ByteBuffer attributes, int type) {
    ByteBuffer value = first(attributes, type);
    return switch (value.remaining()) {
      case Integer.BYTES -> OptionalLong.of(Integer.toUnsignedLong(value.getInt(0)));
      case Long.BYTES -> OptionalLong.of(value.getLong(0));
      default -> OptionalLong.empty();
    };
  }

  /**
   * A value as text, up to its NUL. Bytes that are no UTF-8 become characters for private use,
   * which {@link MessageWriter#text} writes as the same bytes.
   */
  public static String text(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    String text = KernelText.decode(bytes);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }
}
