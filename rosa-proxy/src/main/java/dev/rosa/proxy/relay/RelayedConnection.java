package dev.rosa.proxy.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A client's connection that is relayed. Owned by one thread.
 *
 * @param client the client's connection
 * @param peer address of the client
 * @param upstream socket for the connection to the server
 * @param server address that the client has meant
 * @param connectMillis time for that connection
 */
public record RelayedConnection(
    TransparentSocket client,
    InetSocketAddress peer,
    TransparentSocket upstream,
    InetSocketAddress server,
    int connectMillis) {

  /**
   * Connects to the server from the client's address.
   *
   * @throws IOException in one line if that cannot be
   */
  public void connect() throws IOException {
    upstream.connect(new InetSocketAddress(peer.getAddress(), 0), server, connectMillis);
  }
}
