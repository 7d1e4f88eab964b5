package dev.rosa.gcrypt;

import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.Reference;

/**
 * Java handle of one AES cipher whose state libgcrypt keeps in native memory: its key, and its
 * position in the data. Wiped and freed by {@link #close}, or after its last user is gone. As to
 * threads, see {@link DigestHandle}.
 */
final class CipherHandle implements AutoCloseable {

  // Numbers of libgcrypt; cipher.c asserts them.
  static final int CBC = 3;
  static final int CTR = 6;
  static final int GCM = 9;
  static final int WRONG_TAG = 10;

  static final int BLOCK_BYTES = 16;

  // A handle of libgcrypt with the key's schedule, kept twice, and GCM's tables.
  private static final int FOOTPRINT_BYTES = 2_112;
  private static final int NONE = 0;

  private final Cleanable memory;
  private long address;

  /** A cipher without a key. */
  CipherHandle(AesMode mode) {
    NativeMemory.announce(FOOTPRINT_BYTES);
    address = open(mode.number());
    if (address == NONE) {
      NativeMemory.withdraw(FOOTPRINT_BYTES);
      throw new OutOfMemoryError("no native memory for a cipher");
    }
    memory = NativeMemory.bind(this, CipherHandle::free, address, FOOTPRINT_BYTES);
  }

  /**
   * Sets a key and an IV: CBC's block before the first, CTR's counter, GCM's IV of any length from
   * 1 on. Costs less with the key that is set already.
   *
   * @param key 16, 24 or 32 bytes
   * @param seals whether to remember the key for {@link #sealedUnder}
   */
  synchronized void start(byte[] key, boolean seals, byte[] iv) {
    requireOpen();
    GcryptLibrary.check(start(address, key, seals, iv));
  }

  /** Starts over with the same key. */
  synchronized void restart(byte[] iv) {
    requireOpen();
    GcryptLibrary.check(restart(address, iv));
  }

  /** True if this is the key that was last set to seal; in constant time. */
  synchronized boolean sealedUnder(byte[] key) {
    requireOpen();
    return sealedUnder(address, key);
  }

  /**
   * With CBC: decrypts one block in place.
   *
   * @param before the ciphertext before that block
   * @param after the ciphertext that the next data come after
   */
  synchronized void peek(byte[] before, byte[] block, byte[] after) {
    requireOpen();
    GcryptLibrary.check(peek(address, before, block, after));
  }

  /** More additional data of GCM. */
  synchronized void authenticate(Region data) {
    requireOpen();
    try {
      GcryptLibrary.check(authenticate(address, data.array(), data.position(), data.length()));
    } finally {
      Reference.reachabilityFence(data);
    }
  }

  /**
   * Encrypts to a part as long or longer. Parts of one memory are the very same or do not overlap;
   * CBC takes whole blocks.
   */
  synchronized void encrypt(Region input, Region output) {
    requireOpen();
    int length = input.length();
    Region target = output.slice(0, length);
    try {
      int code =
          encrypt(
              address, input.array(), input.position(), length, target.array(), target.position());
      GcryptLibrary.check(code);
    } finally {
      Reference.reachabilityFence(input);
      Reference.reachabilityFence(target);
    }
  }

  /** Decrypts, on the same terms. */
  synchronized void decrypt(Region input, Region output) {
    requireOpen();
    int length = input.length();
    Region target = output.slice(0, length);
    try {
      int code =
          decrypt(
              address, input.array(), input.position(), length, target.array(), target.position());
      GcryptLibrary.check(code);
    } finally {
      Reference.reachabilityFence(input);
      Reference.reachabilityFence(target);
    }
  }

  /** Ends GCM with its tag, {@code byte[16]}. */
  synchronized void tag(byte[] output) {
    requireOpen();
    GcryptLibrary.check(tag(address, output));
  }

  /** Ends GCM by comparing its tag to the first bytes of another, in constant time. */
  synchronized boolean hasTag(byte[] expected, int length) {
    requireOpen();
    int code = checkTag(address, expected, length);
    if (code != WRONG_TAG) {
      GcryptLibrary.check(code);
    }
    return code == 0;
  }

  @Override
  public synchronized void close() {
    address = NONE;
    memory.clean();
  }

  private void requireOpen() {
    if (address == NONE) {
      throw new IllegalStateException("not initialized");
    }
  }

  private static native long open(int mode);

  private static native void free(long address);

  private native int start(long address, byte[] key, boolean seals, byte[] iv);

  private native int restart(long address, byte[] iv);

  private native int peek(long address, byte[] before, byte[] block, byte[] after);

  private native boolean sealedUnder(long address, byte[] key);

  private native int authenticate(long address, byte[] array, long position, int length);

  private native int encrypt(
      long address,
      byte[] input,
      long inputPosition,
      int length,
      byte[] output,
      long outputPosition);

  private native int decrypt(
      long address,
      byte[] input,
      long inputPosition,
      int length,
      byte[] output,
      long outputPosition);

  private native int tag(long address, byte[] output);

  private native int checkTag(long address, byte[] expected, int length);
}
