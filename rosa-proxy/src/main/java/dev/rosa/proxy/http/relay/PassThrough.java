package dev.rosa.proxy.http.relay;

import dev.rosa.kernel.socket.SocketSplice;
import dev.rosa.kernel.socket.TransparentSocket;
import java.io.IOException;

/** Rest of a connection that has changed its protocol: nothing of it is seen. One thread. */
final class PassThrough {
  private final HttpEnd client;
  private final HttpEnd server;
  private final Watch watch;

  PassThrough(HttpEnd client, HttpEnd server, Watch watch) {
    this.client = client;
    this.server = server;
    this.watch = watch;
  }

  SessionEnd run() throws IOException {
    client.giveTo(server, client.count());
    server.giveTo(client, server.count());
    try (SocketSplice pipe = SocketSplice.open()) {
      boolean goesOn = true;
      while (goesOn && watch.mayGoOn()) {
        boolean unused = awaitOpen();
        goesOn = move(pipe, client, server);
        goesOn |= move(pipe, server, client);
      }
      return goesOn ? SessionEnd.BROKEN : SessionEnd.ORDERLY;
    }
  }

  /** An end that is over could be read at once, each time. */
  private boolean awaitOpen() throws IOException {
    if (server.hasEnded()) {
      return client.socket().awaitReadable(Watch.LOOK_MILLIS);
    }
    return watch.awaitEither();
  }

  /** True if that direction goes on. */
  private static boolean move(SocketSplice pipe, HttpEnd from, HttpEnd to) throws IOException {
    if (from.hasEnded()) {
      return false;
    }
    long moved = pipe.move(from.socket(), to.socket(), Long.MAX_VALUE, to.writeMillis());
    if (moved == TransparentSocket.END) {
      from.noteEnd();
      to.socket().shutdownOutput();
      return false;
    }
    to.noteWritten(moved);
    return true;
  }
}
