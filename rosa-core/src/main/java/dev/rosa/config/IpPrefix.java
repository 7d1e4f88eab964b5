package dev.rosa.config;

import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * A block of addresses, {@code 10.0.1.0/24} or {@code 2001:db8::/32}.
 *
 * @param address the first address; bits after the prefix are 0
 * @param lengthBits 0–32 (IPv4) or 0–128 (IPv6)
 */
public record IpPrefix(InetAddress address, int lengthBits) {
  private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");

  /** Refuses a length that the family does not have and bits set after the prefix. */
  public IpPrefix {
    byte[] bytes = address.getAddress();
    if (lengthBits < 0 || lengthBits > bytes.length * 8) {
      throw new IllegalArgumentException(
          "/" + lengthBits + ", expected a prefix length from 0 to " + bytes.length * 8);
    }
    for (int bit = lengthBits; bit < bytes.length * 8; bit++) {
      if (bitAt(bytes, bit) != 0) {
        throw new IllegalArgumentException(
            "'"
                + address.getHostAddress()
                + "/"
                + lengthBits
                + "' with bits set after the prefix, expected a network such as 10.0.1.0/24");
      }
    }
  }

  /**
   * Reads {@code ADDRESS/LENGTH}, or a single address.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static IpPrefix parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      InetAddress single = IpLiteral.parse(text);
      return new IpPrefix(single, single.getAddress().length * 8);
    }
    String length = text.substring(slash + 1);
    if (!LENGTH.matcher(length).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a prefix such as 10.0.1.0/24 or 2001:db8::/32");
    }
    return new IpPrefix(IpLiteral.parse(text.substring(0, slash)), Integer.parseInt(length));
  }

  /** Tells whether an address of the same family lies in this block. */
  public boolean contains(InetAddress candidate) {
    byte[] mine = address.getAddress();
    byte[] other = candidate.getAddress();
    if (mine.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < lengthBits; bit++) {
      if (bitAt(mine, bit) != bitAt(other, bit)) {
        return false;
      }
    }
    return true;
  }

  private static int bitAt(byte[] bytes, int bit) {
    return bytes[bit >> 3] >> (7 - (bit & 7)) & 1;
  }

  @Override
  public String toString() {
    return address.getHostAddress() + "/" + lengthBits;
  }
}
