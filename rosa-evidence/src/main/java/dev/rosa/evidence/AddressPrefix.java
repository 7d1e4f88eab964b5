package dev.rosa.evidence;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Prefix of IPv4 or IPv6 addresses; bits beyond it are zero. Immutable.
 *
 * @param bits bits of an address: 32 or 128
 * @param high the first 8 bytes of an IPv6 address; else 0
 * @param low the last 8 bytes of an IPv6 address; else the address as a number
 * @param length bits of the prefix
 */
record AddressPrefix(int bits, long high, long low, int length) {

  private static final long UNSIGNED_INT = 0xffff_ffffL;

  /**
   * The prefix of an address.
   *
   * @throws IllegalArgumentException in one line if the address has fewer bits
   */
  static AddressPrefix of(InetAddress address, int length) {
    int bits = bits(address);
    if (length < 0 || length > bits) {
      throw new IllegalArgumentException("prefix is 0 to " + bits + " bits");
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    if (bits == Integer.SIZE) {
      long number = bytes.getInt() & UNSIGNED_INT;
      return new AddressPrefix(bits, 0, number & leading(length + Integer.SIZE), length);
    }
    long high = bytes.getLong() & leading(length);
    return new AddressPrefix(bits, high, bytes.getLong() & leading(length - Long.SIZE), length);
  }

  /** Bits of an address: 32 or 128. */
  static int bits(InetAddress address) {
    return address.getAddress().length * Byte.SIZE;
  }

  /** A number of 64 bits whose first ones are set. */
  private static long leading(int count) {
    if (count <= 0) {
      return 0;
    }
    return count >= Long.SIZE ? -1L : ~(-1L >>> count);
  }
}
