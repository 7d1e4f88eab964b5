package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

/** The server's end of a connection. Immutable. */
public final class ServerEnd {
  private final byte[] authority;
  private final int port;

  private ServerEnd(byte[] authority, int port) {
    this.authority = authority;
    this.port = port;
  }

  /**
   * From text.
   *
   * @param address as a URL has it, {@code 192.0.2.7} or {@code [2001:db8::1]}: the host of a
   *     request of HTTP/1.0 that names none
   */
  public static ServerEnd of(String address, int port) {
    return new ServerEnd(AsciiBytes.of(address + ":" + port), port);
  }

  /** From an address. */
  public static ServerEnd of(InetSocketAddress server) {
    String address = server.getAddress().getHostAddress();
    boolean isIpv6 = server.getAddress() instanceof Inet6Address;
    return of(isIpv6 ? "[" + address + "]" : address, server.getPort());
  }

  /** Address and port. */
  byte[] authority() {
    return authority;
  }

  int port() {
    return port;
  }
}
