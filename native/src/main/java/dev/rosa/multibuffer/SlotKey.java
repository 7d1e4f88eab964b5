package dev.rosa.multibuffer;

import dev.rosa.crypto.PreparedKey;

/**
 * A session key as its engine keeps it: the address of a state off heap. Small, for there may be a
 * million of them. Owned by the thread that owns the engine.
 */
final class SlotKey implements PreparedKey {

  private static final int OBJECT_BYTES = 24;

  private final NativeEngine engine;
  private long state;

  SlotKey(NativeEngine engine, long state) {
    this.engine = engine;
    this.state = state;
  }

  /**
   * Where the state of a key is that stands in a batch.
   *
   * @throws IllegalArgumentException if it is a key of another engine, or of no such engine
   * @throws IllegalStateException if it was destroyed
   */
  static long stateOf(PreparedKey key, NativeEngine asking) {
    if (!(key instanceof SlotKey own) || own.engine != asking) {
      throw new IllegalArgumentException("a key was prepared by another engine");
    }
    long found = own.state;
    if (found == 0) {
      throw new IllegalStateException("a key was used after it was destroyed");
    }
    return found;
  }

  @Override
  public int footprintBytes() {
    return OBJECT_BYTES + engine.algorithm().stateBytes();
  }

  @Override
  public void destroy() {
    synchronized (engine) {
      if (state != 0) {
        engine.release(state);
        state = 0;
      }
    }
  }

  @Override
  public String toString() {
    return "SlotKey(redacted)";
  }
}
