package dev.rosa.kernel.link;

import java.nio.ByteBuffer;

/**
 * The MTU of the route from this machine to an address, as the kernel forwards by it (see {@link
 * ForwardingRoute}). An answer counts for a second, for as many addresses as there are places.
 * Allocates nothing to ask. Owned by one thread.
 */
public final class RouteMtu {

  /** There is no route, or the kernel does not say. */
  public static final int UNKNOWN = 0;

  private static final long VALID_NANOS = 1_000_000_000L;
  private static final int PLACE_BITS = 8;
  private static final int PLACES = 1 << PLACE_BITS;

  /** An odd number without a pattern (the golden ratio's fraction). */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final ForwardingRoute route = new ForwardingRoute();
  private final long[] high = new long[PLACES];
  private final long[] low = new long[PLACES];
  private final int[] mtuBytes = new int[PLACES];
  private final long[] askedNanos = new long[PLACES];
  private final boolean[] known = new boolean[PLACES];

  /**
   * The MTU of the route to the address in {@code memory}, big-endian, from {@code at} on.
   *
   * @return bytes, fewer than any packet has where nothing may grow, or {@link #UNKNOWN}
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
      mtuBytes[place] = route.mtuBytes(memory, at, ipv4);
    }
    return mtuBytes[place];
  }
}
