package dev.rosa.multibuffer;

import dev.rosa.wire.active.Suite;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Engine for one algorithm of intel-ipsec-mb that processes batches of packets; its packet
 * parameters and key states are in native memory. Wiped and freed when neither it nor a key of it
 * can be reached any longer. One thread at a time works with it, which is checked; keys may be
 * destroyed by another.
 */
final class NativeEngine {

  private static final Cleaner CLEANER = Cleaner.create();

  // enum rosa_status
  private static final int NO_MEMORY = -1;
  private static final int WRONG_ANSWER = -3;

  private final Suite suite;
  private final Algorithm algorithm;
  private final EngineMemory memory;
  private final ByteBuffer block;
  private final AtomicBoolean taken = new AtomicBoolean();

  /** The group that the next keys belong to. */
  private KeyGroup group;

  private NativeEngine(Suite suite, Algorithm algorithm, long address) {
    this.suite = suite;
    this.algorithm = algorithm;
    this.memory = new EngineMemory(address);
    this.block = block(address).order(ByteOrder.nativeOrder());
    this.group = new KeyGroup(memory);
    // The memory does not know the engine, which would never be unreachable else.
    CLEANER.register(this, memory::free);
  }

  /**
   * An engine that has passed its known answers.
   *
   * @throws IllegalStateException with a sentence, if this machine cannot
   * @throws WrongAnswerException if it can and computes wrongly
   */
  static NativeEngine create(Suite suite, Algorithm algorithm, CpuMask mask) {
    long address = create(algorithm.ordinal(), mask.architecture().ordinal(), mask.flags());
    if (address == WRONG_ANSWER) {
      throw new WrongAnswerException("intel-ipsec-mb gives wrong answers for " + algorithm);
    }
    if (address < 0) {
      throw new IllegalStateException(cause((int) address, mask));
    }
    return new NativeEngine(suite, algorithm, address);
  }

  private static String cause(int status, CpuMask mask) {
    return switch (status) {
      case NO_MEMORY -> "there is no memory for intel-ipsec-mb";
      default ->
          mask.architecture() == Architecture.AUTO
              ? "this CPU lacks what intel-ipsec-mb needs (SSE4.2 and AES instructions)"
              : "this CPU lacks what %s=%s needs"
                  .formatted(CpuMask.ARCHITECTURE, mask.architecture().option());
    };
  }

  Suite suite() {
    return suite;
  }

  Algorithm algorithm() {
    return algorithm;
  }

  /** Parameters that pass between Java and C, {@code struct rosa_block}, in native byte order. */
  ByteBuffer block() {
    return block;
  }

  /** The instruction set its lanes use. */
  Architecture architecture() {
    try {
      return Architecture.values()[architecture(memory.address())];
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Bits {@code IMB_FEATURE_…} of what it may use. */
  long features() {
    try {
      return features(memory.address());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Keeps the state of a key, and wipes the key.
   *
   * @param key 16 bytes for AES-128, else 32
   */
  SlotKey prepare(byte[] key) {
    try {
      if (key.length != algorithm.keyBytes()) {
        throw new IllegalArgumentException(
            "a key of %s has %d bytes, not %d"
                .formatted(algorithm, algorithm.keyBytes(), key.length));
      }
      return add(key);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  private synchronized SlotKey add(byte[] key) {
    if (group.isFull()) {
      group = new KeyGroup(memory);
    }
    SlotKey prepared = group.prepare(this, key);
    if (prepared == null) {
      throw new OutOfMemoryError("no off-heap memory for the key of a session");
    }
    return prepared;
  }

  /** Frees the engine's memory at once; the engine must not be used afterwards. */
  void discard() {
    memory.free();
  }

  /** Takes the engine, and its block, for a batch. */
  void take() {
    if (!taken.compareAndSet(false, true)) {
      throw new IllegalStateException("an engine was used by two threads at once");
    }
  }

  /** Gives it back. */
  void giveBack() {
    taken.set(false);
  }

  /** Works on the first {@code count} packets of the block. */
  void run(Operation operation, int count) {
    try {
      if (run(memory.address(), operation.ordinal(), count) != 0) {
        throw new IllegalStateException("intel-ipsec-mb left a batch unfinished");
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Address of direct memory; 0 if it has none. */
  static native long address(ByteBuffer memory);

  private static native long create(int algorithm, int architecture, long flags);

  static native void free(long engine);

  private static native ByteBuffer block(long engine);

  private static native int architecture(long engine);

  private static native long features(long engine);

  static native long prepare(long engine, byte[] key);

  static native void release(long engine, long state);

  private static native int run(long engine, int operation, int count);
}
