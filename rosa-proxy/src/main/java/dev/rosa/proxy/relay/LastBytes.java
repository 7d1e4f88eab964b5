package dev.rosa.proxy.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import java.io.IOException;

/** Orderly end of a connection, so that its peer reads the last bytes. Stateless. */
public final class LastBytes {
  private static final int FINISH_MILLIS = 1_000;
  private static final int MOST_READS = 64;
  private static final int READ_BYTES = 16_384;

  private LastBytes() {}

  /** Ends this direction, and lets the peer end the other one. */
  public static void finish(TransparentSocket socket) throws IOException {
    socket.shutdownOutput();
    byte[] buffer = new byte[READ_BYTES];
    int reads = 0;
    while (reads < MOST_READS
        && socket.awaitReadable(FINISH_MILLIS)
        && socket.read(buffer) != TransparentSocket.END) {
      reads++;
    }
  }
}
