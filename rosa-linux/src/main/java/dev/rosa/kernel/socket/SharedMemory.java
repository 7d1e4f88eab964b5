package dev.rosa.kernel.socket;

import com.sun.jna.Pointer;
import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Mapping of memory that the kernel shares with this process, such as a packet socket's ring. It is
 * unmapped when no buffer over it is left. A packet that outlives the socket therefore reads old
 * bytes, not foreign memory. Thread-safe.
 */
final class SharedMemory {

  private static final int PROT_READ_WRITE = 1 | 2;
  private static final int MAP_SHARED = 1;
  private static final long MAP_FAILED = -1;

  private static final Cleaner CLEANER = Cleaner.create();

  private SharedMemory() {}

  /** Maps what a descriptor has to share, from its beginning. Big-endian. */
  static ByteBuffer map(int descriptor, int bytes, String what) throws IOException {
    long address = LibC.mmap(0, bytes, PROT_READ_WRITE, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED) {
      throw Errno.failure("cannot map " + what, Errno.last());
    }
    ByteBuffer memory = new Pointer(address).getByteBuffer(0, bytes).order(ByteOrder.BIG_ENDIAN);
    CLEANER.register(memory, () -> LibC.munmap(address, bytes));
    return memory;
  }
}
