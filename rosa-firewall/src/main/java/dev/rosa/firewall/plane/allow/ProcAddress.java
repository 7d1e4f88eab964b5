package dev.rosa.firewall.plane.allow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Reader of addresses as files of {@code /proc/net} have them. Stateless. */
final class ProcAddress {

  private ProcAddress() {}

  /** Address whose words of 4 bytes are in this machine's order: 8 or 32 hexadecimal digits. */
  static InetAddress parse(String digits) {
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(digits));
    ByteBuffer address = ByteBuffer.allocate(words.capacity());
    while (words.hasRemaining()) {
      int word = words.getInt();
      address.putInt(
          ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word);
    }
    return of(address.array());
  }

  /** Address whose bytes are in the network's order. */
  static InetAddress parseInOrder(String digits) {
    return of(HexFormat.of().parseHex(digits));
  }

  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("the length was checked", e);
    }
  }
}
