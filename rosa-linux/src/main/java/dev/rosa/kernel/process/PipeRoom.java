package dev.rosa.kernel.process;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Question whether a pipe takes a line of up to 4,096 bytes at once, so that its writer need not
 * wait for a reader; see pipe(7). Owned by one thread.
 */
public final class PipeRoom implements BooleanSupplier {

  private static final int POLLFD_BYTES = 8;

  private final OffHeap wanted = OffHeap.allocate(POLLFD_BYTES);

  private PipeRoom(int descriptor) {
    wanted.buffer().putInt(0, descriptor).putShort(4, LibC.POLLOUT);
  }

  /** Of an open pipe; where there is no C library to ask, each line is written. */
  public static BooleanSupplier of(int descriptor) {
    try {
      LibC.require();
      return new PipeRoom(descriptor);
    } catch (IOException e) {
      return () -> true;
    }
  }

  /** True, too, if nobody reads it any more: a line is lost then. */
  @Override
  public boolean getAsBoolean() {
    return LibC.poll(wanted.address(), 1, 0) != 0;
  }
}
