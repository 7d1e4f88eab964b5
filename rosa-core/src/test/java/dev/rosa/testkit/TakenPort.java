package dev.rosa.testkit;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of this machine that another program has. */
public final class TakenPort implements AutoCloseable {
  private final ServerSocket socket;

  /** Takes a free one. */
  public TakenPort() throws IOException {
    socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /** Its address. */
  public HostPort place() {
    return new HostPort("127.0.0.1", socket.getLocalPort());
  }

  /** Gives it back. */
  public void free() throws IOException {
    socket.close();
  }

  @Override
  public void close() throws IOException {
    free();
  }
}
