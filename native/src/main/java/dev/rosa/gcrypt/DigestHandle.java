package dev.rosa.gcrypt;

import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.security.ProviderException;

/**
 * Java handle of one digest or HMAC whose state libgcrypt keeps in native memory. With a key set, a
 * state that is read or restarted is at "key set" again. Wiped and freed by {@link #close}, or
 * after its last user is gone.
 *
 * <p>Safe, if not sensible, in the hands of several threads: each call has the state for itself, so
 * that threads that share a Mac get wrong answers and not a crash. The native methods are instance
 * methods so that no state is freed under a running call.
 */
final class DigestHandle implements AutoCloseable {

  // Numbers of libgcrypt; digest.c asserts them.
  static final int MD5 = 1;
  static final int SHA1 = 2;
  static final int SHA256 = 8;

  // A handle of libgcrypt with its buffer; an HMAC also keeps its inner and outer start.
  private static final int DIGEST_FOOTPRINT_BYTES = 1_312;
  private static final int HMAC_FOOTPRINT_BYTES = 1_696;
  private static final int NONE = 0;

  private final DigestAlgorithm algorithm;
  private final int footprintBytes;
  private final Cleanable memory;
  private long address;

  private DigestHandle(DigestAlgorithm algorithm, int footprintBytes, long address) {
    this.algorithm = algorithm;
    this.footprintBytes = footprintBytes;
    if (address == NONE) {
      NativeMemory.withdraw(footprintBytes);
      throw new OutOfMemoryError("no native memory for " + algorithm);
    }
    this.address = address;
    this.memory = NativeMemory.bind(this, DigestHandle::free, address, footprintBytes);
  }

  static boolean isAvailable(DigestAlgorithm algorithm) {
    return available(algorithm.number());
  }

  /** A digest at its start. */
  static DigestHandle ofDigest(DigestAlgorithm algorithm) {
    NativeMemory.announce(DIGEST_FOOTPRINT_BYTES);
    return new DigestHandle(
        algorithm, DIGEST_FOOTPRINT_BYTES, open(algorithm.number(), /* keyed= */ false));
  }

  /**
   * An HMAC with its key, of any length. It has one from the first: libgcrypt reads and writes
   * through null pointers where it has none.
   */
  static DigestHandle ofHmac(DigestAlgorithm algorithm, byte[] key) {
    NativeMemory.announce(HMAC_FOOTPRINT_BYTES);
    DigestHandle handle =
        new DigestHandle(
            algorithm, HMAC_FOOTPRINT_BYTES, open(algorithm.number(), /* keyed= */ true));
    try {
      handle.key(key);
      return handle;
    } catch (ProviderException e) {
      handle.close();
      throw e;
    }
  }

  /** Another state that stands where this one does. */
  synchronized DigestHandle copy() {
    requireOpen();
    NativeMemory.announce(footprintBytes);
    return new DigestHandle(algorithm, footprintBytes, copy(address));
  }

  /** Sets another key of an HMAC. */
  synchronized void key(byte[] key) {
    requireOpen();
    GcryptLibrary.check(key(address, key, key.length));
  }

  synchronized void update(byte value) {
    requireOpen();
    writeByte(address, value);
  }

  synchronized void update(Region bytes) {
    requireOpen();
    try {
      GcryptLibrary.check(write(address, bytes.array(), bytes.position(), bytes.length()));
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /** Part of an array, whose bounds are the caller's to have checked. */
  synchronized void update(byte[] array, int offset, int length) {
    requireOpen();
    GcryptLibrary.check(write(address, array, offset, length));
  }

  /** Takes the remaining bytes of a buffer, whose position moves on. */
  void update(ByteBuffer buffer) {
    Region bytes = Region.ofInput(buffer);
    try {
      update(bytes);
    } finally {
      bytes.wipeIfOwn();
    }
    buffer.position(buffer.limit());
  }

  /** Writes the digest, of the algorithm's length and within the array, and restarts. */
  synchronized void finish(byte[] output, int offset) {
    requireOpen();
    read(address, output, offset, algorithm.bytes());
  }

  synchronized void restart() {
    requireOpen();
    restart(address);
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

  private static native boolean available(int algorithm);

  private static native long open(int algorithm, boolean keyed);

  private static native long copy(long address);

  private static native void free(long address);

  private native int key(long address, byte[] key, int length);

  private native int write(long address, byte[] array, long position, int length);

  private native void writeByte(long address, byte value);

  private native void read(long address, byte[] output, int offset, int length);

  private native void restart(long address);
}
