package dev.rosa.firewall.plane.ban;

import dev.rosa.config.IpLiteral;
import dev.rosa.config.Ipv4InIpv6;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Source of traffic, as a ban names it: an IPv4 or IPv6 prefix, or a MAC address. An address is a
 * prefix of full length. Bits beyond the prefix are zero. Immutable.
 *
 * @param family what kind of address it is
 * @param high the first 8 bytes of an IPv6 address; else 0
 * @param low the last 8 bytes of an IPv6 address; else the address as a number
 * @param prefixLength bits of the address that count
 */
public record Source(Family family, long high, long low, int prefixLength)
    implements Comparable<Source> {

  /** Kind of address. */
  public enum Family {
    IPV4(32),
    IPV6(128),
    MAC(48);

    private final int bits;

    Family(int bits) {
      this.bits = bits;
    }

    /** Bits of an address. */
    public int bits() {
      return bits;
    }
  }

  private static final Pattern MAC = Pattern.compile("([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}");

  /** Bit of a MAC address's first byte (IEEE 802). */
  private static final int GROUP = 1;

  /** Bits of an IPv6 address before the IPv4 address that it stands for (RFC 4291 §2.5.5.2). */
  private static final int MAPPED_BITS = 96;

  private static final Source LINK_LOCAL_IPV6 =
      new Source(Family.IPV6, 0xfe80_0000_0000_0000L, 0, 10);
  private static final Source LINK_LOCAL_IPV4 = new Source(Family.IPV4, 0, 0xa9fe_0000L, 16);
  private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");
  private static final String EXPECTED =
      "expected an IPv4 or IPv6 address, a prefix such as 192.0.2.0/24, or a MAC address";

  public Source {
    if (prefixLength < 0
        || prefixLength > family.bits
        || (family == Family.MAC && prefixLength != family.bits)) {
      throw new IllegalArgumentException("prefix is 0 to " + family.bits + " bits");
    }
    if (family == Family.IPV6) {
      high &= mask(prefixLength, Long.SIZE);
      low &= mask(prefixLength - Long.SIZE, Long.SIZE);
    } else {
      high = 0;
      low &= mask(prefixLength, family.bits);
    }
  }

  /** The first bits of a number of a width set, the others clear. */
  private static long mask(int bits, int width) {
    if (bits <= 0) {
      return 0;
    }
    long all = -1L >>> (Long.SIZE - width);
    return bits >= width ? all : all & ~(all >>> bits);
  }

  /** An address alone. */
  public static Source of(InetAddress address) {
    byte[] bytes = address.getAddress();
    Family family = bytes.length == Integer.BYTES ? Family.IPV4 : Family.IPV6;
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return family == Family.IPV4
        ? new Source(family, 0, buffer.getInt() & 0xffff_ffffL, family.bits)
        : new Source(family, buffer.getLong(), buffer.getLong(), family.bits);
  }

  /**
   * A MAC address.
   *
   * @param number its six bytes as a number
   */
  public static Source mac(long number) {
    return new Source(Family.MAC, 0, number, Family.MAC.bits);
  }

  /**
   * Reads an address, a prefix, or a MAC address; {@link #text} is the inverse.
   *
   * @throws IllegalArgumentException in one line if it is none, has bits beyond its prefix, or is a
   *     MAC address of a group
   */
  public static Source parse(String text) {
    if (MAC.matcher(text).matches()) {
      return parseMac(text);
    }
    int slash = text.indexOf('/');
    Source address = address(slash < 0 ? text : text.substring(0, slash));
    if (slash < 0) {
      return address;
    }
    String length = text.substring(slash + 1);
    if (!LENGTH.matcher(length).matches()) {
      throw new IllegalArgumentException(EXPECTED);
    }
    boolean isMapped = address.family == Family.IPV4 && text.indexOf(':') >= 0;
    Source prefix = address.prefix(Integer.parseInt(length) - (isMapped ? MAPPED_BITS : 0));
    if (prefix.high != address.high || prefix.low != address.low) {
      throw new IllegalArgumentException(
          "has bits beyond its prefix; that of this length is " + prefix.text());
    }
    return prefix;
  }

  private static Source parseMac(String text) {
    Source mac = mac(Long.parseLong(text.replace(":", ""), 16));
    if ((mac.bytes()[0] & GROUP) != 0) {
      throw new IllegalArgumentException("is the MAC address of a group, which sends nothing");
    }
    return mac;
  }

  private static Source address(String text) {
    try {
      return of(IpLiteral.parse(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(EXPECTED, e);
    }
  }

  /** The prefix of this length that this source is in. */
  public Source prefix(int length) {
    return new Source(family, high, low, length);
  }

  /** True if each address of another source is one of this source. */
  public boolean contains(Source other) {
    return family == other.family
        && prefixLength <= other.prefixLength
        && equals(other.prefix(prefixLength));
  }

  /** True if it means another host on each link: in fe80::/10 or 169.254.0.0/16. */
  public boolean isLinkLocal() {
    return LINK_LOCAL_IPV6.contains(this) || LINK_LOCAL_IPV4.contains(this);
  }

  /** True if it is in a prefix of IPv6 whose addresses stand for IPv4 addresses. */
  public boolean standsForIpv4() {
    return family == Family.IPV6 && prefixLength > Long.SIZE && Ipv4InIpv6.holds(high, low);
  }

  /** True if it is one address. */
  public boolean isAddress() {
    return prefixLength == family.bits;
  }

  /** Its first address as bytes, big-endian: 4, 16 or 6 of them. */
  public byte[] bytes() {
    ByteBuffer all = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low);
    byte[] bytes = new byte[family.bits / Byte.SIZE];
    all.position(2 * Long.BYTES - bytes.length).get(bytes);
    return bytes;
  }

  /** As the command line and files have it: {@code 192.0.2.7}, {@code 2001:db8::/64}. */
  public String text() {
    if (family == Family.MAC) {
      return HexFormat.ofDelimiter(":").formatHex(bytes());
    }
    String address = addressText();
    return isAddress() ? address : address + "/" + prefixLength;
  }

  private String addressText() {
    try {
      String text = InetAddress.getByAddress(bytes()).getHostAddress();
      return family == Family.IPV4 ? text : Ipv6Text.shortest(text);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int compareTo(Source other) {
    int order = family.compareTo(other.family);
    order = order != 0 ? order : Long.compareUnsigned(high, other.high);
    order = order != 0 ? order : Long.compareUnsigned(low, other.low);
    return order != 0 ? order : Integer.compare(prefixLength, other.prefixLength);
  }

  @Override
  public String toString() {
    return text();
  }
}
