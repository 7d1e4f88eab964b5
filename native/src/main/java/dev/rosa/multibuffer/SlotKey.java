package dev.rosa.multibuffer;

import dev.rosa.crypto.PreparedKey;

/**
 * Session key prepared for a native engine: the address of the slot in native memory that holds the
 * key's state. Small, for there may be a million of them. Owned by the thread that owns the engine,
 * which is to destroy it. The state of a dropped key is wiped after the next garbage collection
 * that finds its group unreachable.
 */
final class SlotKey implements PreparedKey {

  /** Heap bytes of this object and of its share of its group. */
  private static final int OBJECT_BYTES = 48;

  private final NativeEngine engine;
  private final KeyGroup group;
  private final int index;
  private long state;

  SlotKey(NativeEngine engine, KeyGroup group, int index, long state) {
    this.engine = engine;
    this.group = group;
    this.index = index;
    this.state = state;
  }

  /**
   * Address of the state of a key in a batch.
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
    group.release(index);
    state = 0;
  }

  @Override
  public String toString() {
    return "SlotKey(redacted)";
  }
}
