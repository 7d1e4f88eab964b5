package dev.rosa.proxy.icap;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A service that answers are shown to. Immutable.
 *
 * @param address of its server
 * @param name behind the server's address, without slash
 * @param timeout for one answer, with the connection
 * @param mostBytes of a body that it may give in place of another
 */
public record IcapService(InetSocketAddress address, String name, Duration timeout, int mostBytes) {

  /** Host and port. */
  String host() {
    String ip = address.getAddress().getHostAddress();
    boolean isIpv6 = address.getAddress() instanceof Inet6Address;
    return (isIpv6 ? "[" + ip + "]" : ip) + ":" + address.getPort();
  }

  /** Its address as {@code icap://10.0.0.1:1344/avscan}. */
  public String uri() {
    return "icap://" + host() + "/" + name;
  }
}
