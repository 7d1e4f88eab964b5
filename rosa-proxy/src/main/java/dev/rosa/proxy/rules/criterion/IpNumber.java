package dev.rosa.proxy.rules.criterion;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/** An IP address as two numbers; IPv4 has the second one alone. Owned by one thread. */
public final class IpNumber {
  private long high;
  private long low;
  private boolean isIpv4 = true;

  /** Sets an address of either family. */
  public void set(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    if (bytes.capacity() == Integer.BYTES) {
      setIpv4(bytes.getInt());
    } else {
      setIpv6(bytes.getLong(), bytes.getLong());
    }
  }

  /** Sets an address of IPv4, big-endian. */
  public void setIpv4(int address) {
    high = 0;
    low = address & 0xffff_ffffL;
    isIpv4 = true;
  }

  /** Sets an address of IPv6, big-endian. */
  public void setIpv6(long first, long second) {
    high = first;
    low = second;
    isIpv4 = false;
  }

  boolean isIn(AddressBlock block) {
    return isIpv4 == block.isIpv4()
        && (high & block.highMask()) == block.high()
        && (low & block.lowMask()) == block.low();
  }
}
