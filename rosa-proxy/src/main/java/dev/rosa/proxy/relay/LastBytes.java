package dev.rosa.proxy.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import java.io.IOException;

/** Orderly end of a connection, so that its peer reads the last bytes. Stateless. */
public final class LastBytes {
  private static final int FINISH_MILLIS = 1_000;
  private static final int MOST_DRAINED = 1 << 20;
  private static final int READ_BYTES = 4_096;

  private LastBytes() {}

  /** Ends this direction, and lets the peer end the other one. */
  public static void finish(TransparentSocket socket) throws IOException {
    socket.shutdownOutput();
    byte[] buffer = new byte[READ_BYTES];
    long drained = 0;
    int count = 0;
    while (count != TransparentSocket.END
        && drained < MOST_DRAINED
        && socket.awaitReadable(FINISH_MILLIS)) {
      count = socket.read(buffer);
      drained += Math.max(0, count);
    }
  }
}
