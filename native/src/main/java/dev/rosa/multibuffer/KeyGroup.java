package dev.rosa.multibuffer;

import java.lang.ref.Cleaner;

/**
 * Group of up to 16 prepared keys of one native engine, with a single Cleaner registration that
 * wipes the dropped ones. Each key can be destroyed; when none can be reached any longer, the
 * states of those that were dropped instead are wiped and used again. The collector has one
 * reference to look after for the whole group: with one for each key, a session's key would take
 * three times as much. Owned by its engine; keys may be destroyed by any thread.
 */
final class KeyGroup {

  /** Keys of one group; the more there are, the longer a dropped one may wait. */
  static final int KEYS = 16;

  private static final Cleaner CLEANER = Cleaner.create();

  private final States states;
  private int count;

  /** States to give back. Refers to no key: else none would ever be unreachable. */
  static final class States implements Runnable {

    private final EngineMemory memory;
    private final long[] addresses = new long[KEYS];

    private States(EngineMemory memory) {
      this.memory = memory;
    }

    /** Called under the memory's lock. */
    void put(int index, long address) {
      addresses[index] = address;
    }

    /** A state's address, once; then 0. Called under the memory's lock. */
    long take(int index) {
      long address = addresses[index];
      addresses[index] = 0;
      return address;
    }

    @Override
    public void run() {
      for (int i = 0; i < KEYS; i++) {
        memory.release(this, i);
      }
    }
  }

  KeyGroup(EngineMemory memory) {
    states = new States(memory);
    CLEANER.register(this, states);
  }

  boolean isFull() {
    return count == KEYS;
  }

  /** Prepares one more key; null if there is no memory for its state. */
  SlotKey prepare(NativeEngine engine, byte[] key) {
    long state = states.memory.prepare(key, states, count);
    return state == 0 ? null : new SlotKey(engine, this, count++, state);
  }

  /** Wipes the state of a key. */
  void release(int index) {
    states.memory.release(states, index);
  }
}
