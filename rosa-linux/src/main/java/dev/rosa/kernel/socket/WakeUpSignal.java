package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;

/**
 * Signal that ends another thread's wait (eventfd): its descriptor is readable from {@link #raise}
 * until {@link #clear}. Thread-safe, also while it is closed; the waiting thread must have stopped
 * by then.
 */
public final class WakeUpSignal implements AutoCloseable {

  private static final int EFD_NONBLOCK = 0x800;
  private static final int EFD_CLOEXEC = 0x80000;

  private final int descriptor;
  private final OffHeap one = OffHeap.allocate(Long.BYTES);
  private final OffHeap count = OffHeap.allocate(Long.BYTES);

  private boolean closed;

  private WakeUpSignal(int descriptor) {
    this.descriptor = descriptor;
    one.buffer().putLong(0, 1);
  }

  /** A signal that is not raised. */
  public static WakeUpSignal open() throws IOException {
    LibC.require();
    int descriptor = LibC.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (descriptor < 0) {
      throw Errno.failure("cannot make an event descriptor", Errno.last());
    }
    return new WakeUpSignal(descriptor);
  }

  /** To be polled for input. */
  public int descriptor() {
    return descriptor;
  }

  /** Raises it; nothing happens once it is closed. */
  public synchronized void raise() {
    if (!closed) {
      // Fails only if it has been raised billions of times, and then it is raised.
      long unused = LibC.write(descriptor, one.address(), Long.BYTES);
    }
  }

  /** Takes it back. */
  public void clear() {
    long unused = LibC.read(descriptor, count.address(), Long.BYTES);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      LibC.close(descriptor);
    }
  }
}
