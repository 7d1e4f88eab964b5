package dev.rosa.config;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * IPv6 addresses that stand for IPv4 addresses. Elsewhere one host has all addresses of a /64; here
 * each address is another host. Stateless.
 */
public final class Ipv4InIpv6 {

  /** The prefix of translators, RFC 6052. */
  private static final long TRANSLATED = 0x0064_ff9b_0000_0000L;

  /** The prefixes of translators in networks of their own, RFC 8215: a /48. */
  private static final long TRANSLATED_LOCALLY = 0x0064_ff9b_0001_0000L;

  private static final long FIRST_48_BITS = -1L << Short.SIZE;

  private Ipv4InIpv6() {}

  /**
   * True for an address of 64:ff9b::/96, 64:ff9b:1::/48 or ::/64. In the last one are IPv4-mapped,
   * compatible and translated addresses (RFC 4291, 2765).
   *
   * @param high the first 8 bytes of an IPv6 address
   * @param low the other 8 bytes
   */
  public static boolean holds(long high, long low) {
    return high == 0
        || (high == TRANSLATED && low >>> Integer.SIZE == 0)
        || (high & FIRST_48_BITS) == TRANSLATED_LOCALLY;
  }

  /** The same of an address, which may be of IPv4: then false. */
  public static boolean holds(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == 2 * Long.BYTES && holds(bytes.getLong(), bytes.getLong());
  }
}
