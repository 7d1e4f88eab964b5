package dev.rosa.serving;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The network that a connection is counted for: an IPv4 address, or the /64 of an IPv6 address,
 * because one host has all addresses of its /64.
 *
 * @param address the IPv4 address, or the IPv6 address with its last 64 bits zero
 */
public record SourceNetwork(InetAddress address) {

  private static final int PREFIX_BYTES = 8;
  private static final SourceNetwork UNKNOWN = new SourceNetwork(InetAddress.getLoopbackAddress());

  /** The network of a connection's other end; that of this host if the end has no IP address. */
  public static SourceNetwork of(SocketAddress peer) {
    return peer instanceof InetSocketAddress inet && inet.getAddress() != null
        ? of(inet.getAddress())
        : UNKNOWN;
  }

  static SourceNetwork of(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return new SourceNetwork(address);
    }
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, PREFIX_BYTES, bytes.length, (byte) 0);
    try {
      return new SourceNetwork(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }

  @Override
  public String toString() {
    return address.getHostAddress() + (address instanceof Inet6Address ? "/64" : "");
  }
}
