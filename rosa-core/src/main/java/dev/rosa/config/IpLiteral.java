package dev.rosa.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** IP addresses written as digits; nothing is ever looked up. */
public final class IpLiteral {
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

  /** Java takes a text with another first character, such as a dot, for a host name. */
  private static final Pattern IPV6_SHAPE = Pattern.compile("(?=[^:]*:)[0-9A-Fa-f:][0-9A-Fa-f:.]*");

  private IpLiteral() {}

  /**
   * Reads {@code 10.0.1.1} or {@code 2001:db8::1}; no name, no zone.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static InetAddress parse(String text) {
    try {
      if (IPV4.matcher(text).matches() || IPV6_SHAPE.matcher(text).matches()) {
        return InetAddress.getByName(text);
      }
    } catch (UnknownHostException e) {
      // Has the letters of an IPv6 address but not its form: the same answer as below.
    }
    throw new IllegalArgumentException(
        "'" + text + "', expected an IP address such as 10.0.1.1 or 2001:db8::1");
  }
}
