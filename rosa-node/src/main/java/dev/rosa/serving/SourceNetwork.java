package dev.rosa.serving;

import dev.rosa.config.Ipv4InIpv6;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The network that a connection is counted for: an IPv4 address, or the {@code /64} of an IPv6
 * address. One host has all addresses of its {@code /64}. Its site is the /48, which one subscriber
 * may have (RFC 6177); that of an IPv4 address is the address. An IPv6 address that stands for an
 * IPv4 address ({@link Ipv4InIpv6}) counts as that does.
 *
 * @param address its first address
 * @param prefixBits length of its prefix, 32 with IPv4
 */
public record SourceNetwork(InetAddress address, int prefixBits) {

  private static final int IPV4_BITS = 32;
  private static final int HOST_BITS = 64;
  private static final int SITE_BITS = 48;
  private static final int IPV6_BITS = 128;
  private static final SourceNetwork UNKNOWN = of(InetAddress.getLoopbackAddress());

  /** The network of a connection's other end; that of this host if the end has no IP address. */
  public static SourceNetwork of(SocketAddress peer) {
    return peer instanceof InetSocketAddress inet && inet.getAddress() != null
        ? of(inet.getAddress())
        : UNKNOWN;
  }

  /** The network of an address. */
  public static SourceNetwork of(InetAddress address) {
    return address instanceof Inet6Address
        ? prefix(address, Ipv4InIpv6.holds(address) ? IPV6_BITS : HOST_BITS)
        : new SourceNetwork(address, IPV4_BITS);
  }

  /** The larger network that it belongs to. */
  public SourceNetwork site() {
    return prefixBits == HOST_BITS ? prefix(address, SITE_BITS) : this;
  }

  private static SourceNetwork prefix(InetAddress address, int bits) {
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, bits / Byte.SIZE, bytes.length, (byte) 0);
    try {
      return new SourceNetwork(InetAddress.getByAddress(bytes), bits);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }

  @Override
  public String toString() {
    return address.getHostAddress() + (address instanceof Inet6Address ? "/" + prefixBits : "");
  }
}
