package dev.rosa.multibuffer;

import dev.rosa.multibuffer.KeyGroup.States;

/**
 * Owner of a native engine's memory: it takes and releases key states, and frees everything exactly
 * once. States that are given back afterwards are ignored. Thread-safe but for {@link #address},
 * which its engine works with.
 */
final class EngineMemory {

  private final long address;
  private boolean freed;

  EngineMemory(long address) {
    this.address = address;
  }

  /** The address of {@code struct rosa_engine}. */
  long address() {
    return address;
  }

  /** Makes the state of a key, and notes where it is; 0 if there is no memory for it. */
  synchronized long prepare(byte[] key, States states, int index) {
    if (freed) {
      throw new IllegalStateException("an engine was used after it was discarded");
    }
    long state = NativeEngine.prepare(address, key);
    states.put(index, state);
    return state;
  }

  /** Wipes a state, if it has not been given back yet, and lets another key have its place. */
  synchronized void release(States states, int index) {
    long state = states.take(index);
    if (state != 0 && !freed) {
      NativeEngine.release(address, state);
    }
  }

  /** Wipes and frees everything. */
  synchronized void free() {
    if (!freed) {
      freed = true;
      NativeEngine.free(address);
    }
  }
}
