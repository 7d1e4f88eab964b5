package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;

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

  /** Address and port. */
  byte[] authority() {
    return authority;
  }

  int port() {
    return port;
  }
}
