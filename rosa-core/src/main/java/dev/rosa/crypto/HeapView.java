package dev.rosa.crypto;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * View of packet bytes as the {@code byte[]} that JCE engines work on: the buffer's own array, or a
 * reused copy of off-heap memory. Owned by one thread.
 */
final class HeapView {

  private byte[] copy = new byte[0];
  private byte[] array;
  private int arrayOffset;

  /**
   * Looks at {@code length} bytes of {@code memory} from {@code offset}.
   *
   * @throws IndexOutOfBoundsException if they are not all there: its array may go on behind it
   */
  void of(ByteBuffer memory, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, memory.limit());
    if (memory.hasArray()) {
      array = memory.array();
      arrayOffset = memory.arrayOffset() + offset;
      return;
    }
    if (copy.length < length) {
      copy = new byte[length];
    }
    memory.get(offset, copy, 0, length);
    array = copy;
    arrayOffset = 0;
  }

  byte[] array() {
    return array;
  }

  /** Offset of the first byte in {@link #array}. */
  int offset() {
    return arrayOffset;
  }
}
