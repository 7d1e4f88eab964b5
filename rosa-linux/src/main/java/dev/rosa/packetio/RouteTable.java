package dev.rosa.packetio;

import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;

/**
 * Routing table of overlay links: the next hop of a destination is that of the longest prefix that
 * covers it. A lookup works on the packet's bytes and allocates nothing; it goes through the routes
 * of one family, longest first, which suits the tens of routes an overlay has. Immutable and
 * thread-safe.
 */
public final class RouteTable {

  /**
   * A way to a block of addresses.
   *
   * @param prefix the block's first address
   * @param lengthBits 0–32 (IPv4) or 0–128 (IPv6)
   * @param next the node that the packets go to
   */
  public record Route(InetAddress prefix, int lengthBits, InetSocketAddress next) {

    /** Refuses a length that the family does not have, and a next node without an address. */
    public Route {
      if (lengthBits < 0 || lengthBits > 8 * prefix.getAddress().length) {
        throw new IllegalArgumentException("no prefix length: " + lengthBits);
      }
      if (next.isUnresolved()) {
        throw new IllegalArgumentException(
            "route to %s/%d: unknown host '%s'"
                .formatted(prefix.getHostAddress(), lengthBits, next.getHostString()));
      }
    }
  }

  /** A route as a lookup needs it; IPv4 addresses stand in the upper half of {@code high}. */
  private record Entry(long high, long low, long highMask, long lowMask, InetSocketAddress next) {

    static Entry of(Route route) {
      byte[] address = new byte[16];
      byte[] prefix = route.prefix().getAddress();
      System.arraycopy(prefix, 0, address, 0, prefix.length);
      ByteBuffer bytes = ByteBuffer.wrap(address);
      long highMask = mask(route.lengthBits());
      long lowMask = mask(route.lengthBits() - Long.SIZE);
      return new Entry(
          bytes.getLong() & highMask, bytes.getLong() & lowMask, highMask, lowMask, route.next());
    }

    /** The highest {@code bits} bits set; none if negative, all if 64 or more. */
    private static long mask(int bits) {
      if (bits <= 0) {
        return 0;
      }
      return bits >= Long.SIZE ? -1L : -1L << (Long.SIZE - bits);
    }

    boolean covers(long otherHigh, long otherLow) {
      return (otherHigh & highMask) == high && (otherLow & lowMask) == low;
    }
  }

  private final Entry[] ipv4;
  private final Entry[] ipv6;

  /** A table of these routes, in any order. */
  public RouteTable(List<Route> routes) {
    ipv4 = ofFamily(routes, 4);
    ipv6 = ofFamily(routes, 16);
  }

  private static Entry[] ofFamily(List<Route> routes, int addressBytes) {
    return routes.stream()
        .filter(route -> route.prefix().getAddress().length == addressBytes)
        .sorted(Comparator.comparingInt(Route::lengthBits).reversed())
        .map(Entry::of)
        .toArray(Entry[]::new);
  }

  /**
   * The next node for the IP packet at {@code ip}, whose header must be whole, or null.
   *
   * @param memory big-endian
   */
  public InetSocketAddress next(ByteBuffer memory, int ip) {
    int destination = Ip.destinationOffset(memory, ip);
    return Ip.isIpv4(memory, ip)
        ? find(ipv4, (long) memory.getInt(destination) << 32, 0)
        : find(ipv6, memory.getLong(destination), memory.getLong(destination + Long.BYTES));
  }

  private static InetSocketAddress find(Entry[] longestFirst, long high, long low) {
    for (Entry entry : longestFirst) {
      if (entry.covers(high, low)) {
        return entry.next();
      }
    }
    return null;
  }
}
