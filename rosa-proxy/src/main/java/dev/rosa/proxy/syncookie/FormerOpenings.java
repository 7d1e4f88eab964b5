package dev.rosa.proxy.syncookie;

import java.util.function.IntConsumer;

/**
 * Openings of connections that are over at the worker, and may not be at their server: it may have
 * bytes of the client, and have missed the end. For a while an answer of the server to such an
 * opening may be on its way. It would open the next connection of the same ends that begins with
 * the same number, whose bytes would be judged at other places than the server puts them. Owned by
 * one thread.
 */
public final class FormerOpenings {

  /** An answer is on its way for less. */
  public static final long NANOS = 10_000_000_000L;

  private static final int MOST = 8;

  private final int[] firsts = new int[MOST];
  private final long[] endNanos = new long[MOST];
  private int next;

  /** None yet. */
  public FormerOpenings() {}

  /**
   * Notes a connection that is over.
   *
   * @param first number of its client's first byte
   * @return false if too many were noted shortly before: no other one may begin yet
   */
  public boolean add(int first, long nowNanos) {
    boolean isOld = endNanos[next] == 0 || nowNanos - endNanos[next] >= NANOS;
    if (!isOld) {
      return has(first, nowNanos);
    }
    firsts[next] = first;
    endNanos[next] = nowNanos | 1;
    next = (next + 1) % MOST;
    return true;
  }

  /** Hands over the numbers that were noted shortly before. */
  public void each(long nowNanos, IntConsumer taker) {
    for (int i = 0; i < MOST; i++) {
      if (endNanos[i] != 0 && nowNanos - endNanos[i] < NANOS) {
        taker.accept(firsts[i]);
      }
    }
  }

  /** True if one with this number was noted shortly before. */
  public boolean has(int first, long nowNanos) {
    for (int i = 0; i < MOST; i++) {
      if (endNanos[i] != 0 && firsts[i] == first && nowNanos - endNanos[i] < NANOS) {
        return true;
      }
    }
    return false;
  }
}
