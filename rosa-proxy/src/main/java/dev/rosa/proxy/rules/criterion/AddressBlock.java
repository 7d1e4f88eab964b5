package dev.rosa.proxy.rules.criterion;

import dev.rosa.config.IpPrefix;
import java.nio.ByteBuffer;

/** A prefix as numbers and masks. Immutable. */
record AddressBlock(long high, long low, long highMask, long lowMask, boolean isIpv4, int bits) {

  static AddressBlock of(IpPrefix prefix) {
    ByteBuffer bytes = ByteBuffer.wrap(prefix.address().getAddress());
    int bits = prefix.lengthBits();
    if (bytes.capacity() == Integer.BYTES) {
      long low = bytes.getInt() & 0xffff_ffffL;
      return new AddressBlock(0, low, 0, mask(bits + Integer.SIZE), true, bits);
    }
    long high = bytes.getLong();
    return new AddressBlock(high, bytes.getLong(), mask(bits), mask(bits - Long.SIZE), false, bits);
  }

  /** The first bits of 64 set; of IPv4 the upper 32 are 0 in addresses anyway. */
  private static long mask(int bits) {
    if (bits <= 0) {
      return 0;
    }
    return bits >= Long.SIZE ? -1 : -1L << (Long.SIZE - bits);
  }

  boolean covers(AddressBlock other) {
    return isIpv4 == other.isIpv4
        && bits <= other.bits
        && (other.high & highMask) == high
        && (other.low & lowMask) == low;
  }
}
