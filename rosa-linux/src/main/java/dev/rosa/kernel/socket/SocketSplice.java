package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;

/**
 * A pipe in the kernel by which bytes go from one socket to another, and never come to this process
 * (splice(2)). Owned by one thread.
 */
public final class SocketSplice implements AutoCloseable {
  private static final int SPLICE_F_MOVE = 1;
  private static final int SPLICE_F_NONBLOCK = 2;
  private static final int PIPE_BYTES = 1 << 16;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Descriptors.Pipe pipe;

  private SocketSplice(Descriptors.Pipe pipe) {
    this.pipe = pipe;
  }

  /** Makes the pipe. */
  public static SocketSplice open() throws IOException {
    return new SocketSplice(Descriptors.pipe());
  }

  /**
   * Moves what has come, and waits until the taker has it.
   *
   * @param most bytes, above 0
   * @param millis time for the taker
   * @return bytes, {@link TransparentSocket#NOTHING} or {@link TransparentSocket#END}
   * @throws IOException if a peer has broken its connection off, or takes nothing
   */
  public long move(TransparentSocket from, TransparentSocket to, long most, int millis)
      throws IOException {
    long taken = splice(from.descriptor(), pipe.writeEnd(), Math.min(most, PIPE_BYTES));
    if (taken == 0) {
      return TransparentSocket.END;
    }
    if (taken < 0) {
      requireBusy("cannot read a socket");
      return TransparentSocket.NOTHING;
    }
    give(to, taken, millis);
    return taken;
  }

  private void give(TransparentSocket to, long bytes, int millis) throws IOException {
    long end = System.nanoTime() + millis * NANOS_PER_MILLI;
    long left = bytes;
    while (left > 0) {
      long given = splice(pipe.readEnd(), to.descriptor(), left);
      if (given > 0) {
        left -= given;
      } else {
        requireBusy("cannot write to a socket");
        long wait = (end - System.nanoTime()) / NANOS_PER_MILLI;
        if (wait <= 0 || !to.awaitWritable((int) wait)) {
          throw new IOException("the peer takes no bytes");
        }
      }
    }
  }

  private static void requireBusy(String otherwise) throws IOException {
    int error = Errno.last();
    if (error != Errno.EAGAIN && error != Errno.EINTR) {
      throw Errno.failure(otherwise, error);
    }
  }

  private static long splice(int from, int to, long bytes) {
    return LibC.splice(from, 0, to, 0, bytes, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(pipe.readEnd());
    Descriptors.close(pipe.writeEnd());
  }
}
