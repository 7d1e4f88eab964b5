package dev.rosa.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The MTU of the route from this machine to an address, as the kernel knows it: from the link, the
 * route, or a router behind it. Asked by a UDP socket that is connected and sends nothing; needs no
 * privilege. What was answered counts for a second, for as many addresses as there are places.
 * Allocates nothing to ask. Owned by one thread.
 */
public final class RouteMtu {

  /** There is no route, or the kernel does not say. */
  public static final int UNKNOWN = 0;

  private static final long VALID_NANOS = 1_000_000_000L;
  private static final int PLACE_BITS = 8;
  private static final int PLACES = 1 << PLACE_BITS;

  private static final int IPPROTO_IP = 0;
  private static final int IP_MTU = 14;
  private static final int IPPROTO_IPV6 = 41;
  private static final int IPV6_MTU = 24;
  private static final int V4_SOCKADDR = 16;
  private static final int V6_SOCKADDR = 28;
  private static final int PORT_AT = 2;
  private static final int V4_AT = 4;
  private static final int V6_AT = 8;
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  /** Discard (RFC 863): nothing is sent there, but 0 is no port to connect to. */
  private static final short PORT = 9;

  /** An odd number without a pattern (the golden ratio's fraction). */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final OffHeap address = OffHeap.allocate(V6_SOCKADDR);
  private final OffHeap value = OffHeap.allocate(Integer.BYTES);
  private final OffHeap length = OffHeap.allocate(Integer.BYTES);
  private final ByteBuffer networkOrder = address.buffer().duplicate().order(ByteOrder.BIG_ENDIAN);

  private final long[] high = new long[PLACES];
  private final long[] low = new long[PLACES];
  private final int[] mtuBytes = new int[PLACES];
  private final long[] askedNanos = new long[PLACES];
  private final boolean[] known = new boolean[PLACES];

  /**
   * The MTU of the route to the address in {@code memory}, big-endian, from {@code at} on.
   *
   * @return bytes, or {@link #UNKNOWN}
   */
  public int bytes(ByteBuffer memory, int at, boolean ipv4, long nowNanos) {
    long first = ipv4 ? 0 : memory.getLong(at);
    long second =
        ipv4 ? Integer.toUnsignedLong(memory.getInt(at)) : memory.getLong(at + Long.BYTES);
    long hash = (first * SPREAD ^ second) * SPREAD;
    int place = (int) (hash >>> (Long.SIZE - PLACE_BITS));
    boolean remembered = known[place] && high[place] == first && low[place] == second;
    if (!remembered || nowNanos - askedNanos[place] > VALID_NANOS) {
      known[place] = true;
      high[place] = first;
      low[place] = second;
      askedNanos[place] = nowNanos;
      mtuBytes[place] = ask(memory, at, ipv4);
    }
    return mtuBytes[place];
  }

  private int ask(ByteBuffer memory, int at, boolean ipv4) {
    int family = ipv4 ? LibC.AF_INET : LibC.AF_INET6;
    int socket = LibC.socket(family, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0);
    if (socket < 0) {
      return UNKNOWN;
    }
    try {
      write(memory, at, ipv4);
      boolean connected =
          LibC.connect(socket, address.address(), ipv4 ? V4_SOCKADDR : V6_SOCKADDR) >= 0;
      return connected ? mtu(socket, ipv4) : UNKNOWN;
    } finally {
      LibC.close(socket);
    }
  }

  /** {@code struct sockaddr_in}, {@code sockaddr_in6}. */
  private void write(ByteBuffer memory, int at, boolean ipv4) {
    address.buffer().putShort(0, (short) (ipv4 ? LibC.AF_INET : LibC.AF_INET6));
    networkOrder.putShort(PORT_AT, PORT).putInt(V4_AT, 0);
    networkOrder.put(ipv4 ? V4_AT : V6_AT, memory, at, ipv4 ? V4_BYTES : V6_BYTES);
  }

  private int mtu(int socket, boolean ipv4) {
    length.buffer().putInt(0, Integer.BYTES);
    int level = ipv4 ? IPPROTO_IP : IPPROTO_IPV6;
    int name = ipv4 ? IP_MTU : IPV6_MTU;
    boolean told = LibC.getsockopt(socket, level, name, value.address(), length.address()) >= 0;
    return told ? value.buffer().getInt(0) : UNKNOWN;
  }
}
