package dev.rosa.router.setup;

import java.net.InetSocketAddress;

/** Addresses as a person writes them. Stateless. */
public final class Addresses {

  private Addresses() {}

  /** {@code 127.0.0.1:3323} or {@code [::1]:3323}. */
  public static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
