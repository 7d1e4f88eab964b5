package dev.rosa.config;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host and port of a listener: {@code 127.0.0.1:7001}, {@code [::1]:7001}, {@code
 * as.example.net:7001}.
 *
 * @param host a name, an IPv4 address, or an IPv6 address without its brackets
 * @param port 0–65535; 0 lets the system choose the port of a local listener
 */
public record HostPort(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})?)):(\\d{1,5})");

  /** Refuses a port that does not exist. */
  public HostPort {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + ", expected a port from 0 to 65535");
    }
  }

  /**
   * Reads {@code HOST:PORT}; no name is resolved.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static HostPort parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "', expected HOST:PORT such as 127.0.0.1:7001 or [::1]:7001");
    }
    int port = Integer.parseInt(matcher.group(3));
    String host = matcher.group(1);
    return host == null
        ? new HostPort(matcher.group(2), port)
        : new HostPort(IpLiteral.parse(host).getHostAddress(), port);
  }

  /** The address and port that a listener got. */
  public static HostPort of(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }

  /** Resolves the host now; the result may be unresolved. */
  public InetSocketAddress toSocketAddress() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
