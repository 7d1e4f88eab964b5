package dev.rosa.kernel;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory outside the heap for arguments of system calls. It is zero at first, and freed when the
 * buffer is no longer reachable. As thread-safe as its user makes it.
 *
 * @param buffer in the machine's byte order
 * @param address of the buffer's first byte
 */
public record OffHeap(ByteBuffer buffer, long address) {

  /** Aligned to eight bytes, as every direct buffer is. */
  public static OffHeap allocate(int bytes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    return new OffHeap(buffer, addressOf(buffer));
  }

  /**
   * Address of a direct buffer's index 0. Allocates, so keep the result.
   *
   * @throws IllegalArgumentException if the buffer is on the heap
   */
  public static long addressOf(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("memory on the heap has no address: " + buffer);
    }
    // JNA would start at the buffer's position.
    return Pointer.nativeValue(Native.getDirectBufferPointer(buffer.duplicate().clear()));
  }
}
