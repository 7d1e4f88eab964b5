package dev.rosa.gcrypt;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Part of an array or of a direct buffer, with checked bounds, for one native call. A caller that
 * passes an address on keeps the Region reachable meanwhile. Bounds are checked here, once. Owned
 * by one thread, for the time of one call.
 *
 * <p>The address of a direct buffer that is a closed memory segment is refused; one that another
 * thread closes during the call is that program's fault, as with any native code.
 */
final class Region {

  private static final byte[] NOTHING = new byte[0];

  /** Null with a direct buffer. */
  private final byte[] array;

  /** Null with an array. */
  private final ByteBuffer direct;

  /** Address of the direct buffer's index 0; 0 with an array. */
  private final long base;

  private final int offset;
  private final int length;

  /** True for a private copy, which is to be wiped. */
  private final boolean own;

  private Region(byte[] array, int offset, int length, boolean own) {
    this.array = array;
    this.direct = null;
    this.base = 0;
    this.offset = offset;
    this.length = length;
    this.own = own;
  }

  private Region(ByteBuffer direct, long base, int offset, int length) {
    this.array = null;
    this.direct = direct;
    this.base = base;
    this.offset = offset;
    this.length = length;
    this.own = false;
  }

  /**
   * Part of an array; JCE passes null for none.
   *
   * @throws IndexOutOfBoundsException if it is not within the array
   */
  static Region of(byte[] array, int offset, int length) {
    if (array == null && length == 0) {
      return new Region(NOTHING, 0, 0, false);
    }
    Objects.checkFromIndexSize(offset, length, array.length);
    return new Region(array, offset, length, false);
  }

  static Region of(byte[] array) {
    return new Region(array, 0, array.length, false);
  }

  /** The remaining bytes of a buffer, to be read; a copy if the buffer hides its memory. */
  static Region ofInput(ByteBuffer buffer) {
    if (isVisible(buffer)) {
      return visible(buffer);
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(buffer.position(), copy);
    return new Region(copy, 0, copy.length, true);
  }

  /**
   * The remaining bytes of a buffer, to be written. If the buffer hides its memory, this is a
   * private copy, and {@link #deliver} writes it back.
   */
  static Region ofOutput(ByteBuffer buffer) {
    return isVisible(buffer)
        ? visible(buffer)
        : new Region(new byte[buffer.remaining()], 0, buffer.remaining(), true);
  }

  private static boolean isVisible(ByteBuffer buffer) {
    return buffer.isDirect() || buffer.hasArray();
  }

  private static Region visible(ByteBuffer buffer) {
    int position = buffer.position();
    int length = buffer.remaining();
    if (!buffer.isDirect()) {
      return new Region(buffer.array(), buffer.arrayOffset() + position, length, false);
    }
    // A caller that moves the buffer meanwhile gets an exception.
    Objects.checkFromIndexSize(position, length, buffer.capacity());
    if (length > 0) {
      // Throws if the memory below is no longer there.
      buffer.get(position);
    }
    return new Region(buffer, address(buffer), position, length);
  }

  /** The array, or null if {@link #position} is an address. */
  byte[] array() {
    return array;
  }

  /** Index of the first byte in the array, or its address. */
  long position() {
    return base + offset;
  }

  int length() {
    return length;
  }

  /** A part of this part. */
  Region slice(int from, int size) {
    Objects.checkFromIndexSize(from, size, length);
    return array == null
        ? new Region(direct, base, offset + from, size)
        : new Region(array, offset + from, size, false);
  }

  /** Copies out bytes from an index of this part on. */
  void get(int from, byte[] target, int targetOffset, int count) {
    Objects.checkFromIndexSize(from, count, length);
    if (array == null) {
      direct.get(offset + from, target, targetOffset, count);
    } else {
      System.arraycopy(array, offset + from, target, targetOffset, count);
    }
  }

  /** Copies in bytes from an index of this part on. */
  void put(int from, byte[] source, int sourceOffset, int count) {
    Objects.checkFromIndexSize(from, count, length);
    if (array == null) {
      direct.put(offset + from, source, sourceOffset, count);
    } else {
      System.arraycopy(source, sourceOffset, array, offset + from, count);
    }
  }

  /**
   * True if writing the other part, at another pace than this one is read, would spoil this one.
   */
  boolean overlaps(Region other) {
    return length > 0
        && other.length > 0
        && array == other.array
        && position() < other.position() + other.length
        && other.position() < position() + length;
  }

  /** A private copy of the bytes. */
  Region copy() {
    byte[] copy = new byte[length];
    get(0, copy, 0, length);
    return new Region(copy, 0, length, true);
  }

  /** Moves a buffer on by what was written, after handing it that if it is not there already. */
  void deliver(ByteBuffer buffer, int written) {
    if (own) {
      buffer.put(array, 0, written);
    } else {
      buffer.position(buffer.position() + written);
    }
  }

  /** Wipes what is a copy. */
  void wipeIfOwn() {
    if (own) {
      Arrays.fill(array, (byte) 0);
    }
  }

  private static native long address(ByteBuffer buffer);
}
