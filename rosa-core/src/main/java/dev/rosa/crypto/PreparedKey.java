package dev.rosa.crypto;

/**
 * A session key in the form that one engine works with: precomputed states, key schedules. Owned by
 * the thread that owns the engine, which must destroy it; useless to any other engine. Off-heap
 * memory of one that is dropped instead waits for the garbage collector.
 */
public interface PreparedKey {

  /** About how much memory it takes, on the heap and off it; never negative. */
  int footprintBytes();

  /** Wipes what it holds as far as the engine allows; it must not be used afterwards. */
  void destroy();
}
