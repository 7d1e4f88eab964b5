package dev.rosa.kernel.socket;

import dev.rosa.kernel.LibC;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writer of socket addresses as Linux wants them: {@code sockaddr_in}, {@code sockaddr_in6}.
 * Stateless.
 */
final class SocketAddresses {

  private static final int V4_BYTES = 16;
  private static final int V6_BYTES = 28;
  private static final int V6_ADDRESS = 8;
  private static final int V6_SCOPE = 24;

  private SocketAddresses() {}

  static byte[] of(InetSocketAddress address) {
    InetAddress ip = address.getAddress();
    boolean ipv4 = ip instanceof Inet4Address;
    ByteBuffer bytes = ByteBuffer.allocate(ipv4 ? V4_BYTES : V6_BYTES);
    bytes.order(ByteOrder.nativeOrder()).putShort(0, (short) (ipv4 ? LibC.AF_INET : LibC.AF_INET6));
    bytes.order(ByteOrder.BIG_ENDIAN).putShort(2, (short) address.getPort());
    bytes.put(ipv4 ? 4 : V6_ADDRESS, ip.getAddress());
    if (ip instanceof Inet6Address v6) {
      bytes.order(ByteOrder.nativeOrder()).putInt(V6_SCOPE, v6.getScopeId());
    }
    return bytes.array();
  }

  /** Room for an address of either family. */
  static byte[] room() {
    return new byte[V6_BYTES];
  }

  /** Reads an address that Linux has written. */
  static InetSocketAddress read(byte[] address) {
    ByteBuffer bytes = ByteBuffer.wrap(address);
    boolean ipv4 = bytes.order(ByteOrder.nativeOrder()).getShort(0) == LibC.AF_INET;
    int port = bytes.order(ByteOrder.BIG_ENDIAN).getShort(2) & 0xffff;
    byte[] ip = new byte[ipv4 ? 4 : 16];
    bytes.get(ipv4 ? 4 : V6_ADDRESS, ip);
    try {
      return new InetSocketAddress(InetAddress.getByAddress(ip), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }

  /** An option's value as an {@code int}. */
  static int nativeInt(byte[] value) {
    return ByteBuffer.wrap(value).order(ByteOrder.nativeOrder()).getInt();
  }

  /** An {@code int} as an option's value. */
  static byte[] nativeInt(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(value).array();
  }
}
