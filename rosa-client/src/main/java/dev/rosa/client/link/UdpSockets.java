package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/** Factory of UDP sockets that receive datagrams, with a large receive buffer. */
public final class UdpSockets {
  static final int RECEIVE_BUFFER_BYTES = 4 << 20;

  private UdpSockets() {}

  /**
   * A blocking socket with as large a buffer as the system gives.
   *
   * @return the caller's to close
   * @throws IOException in one line if the address cannot be had
   */
  public static DatagramChannel listen(HostPort listen) throws IOException {
    InetSocketAddress address = listen.toSocketAddress();
    if (address.isUnresolved()) {
      throw new IOException("cannot listen on " + listen + ": unknown host");
    }
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
      channel.bind(address);
      return channel;
    } catch (IOException e) {
      channel.close();
      boolean inUse = e instanceof BindException && e.getMessage().contains("in use");
      String reason = inUse ? "the port is in use" : e.getMessage();
      throw new IOException("cannot listen on " + listen + ": " + reason, e);
    }
  }

  /** Address of a socket, with the port it got. */
  public static HostPort address(DatagramChannel channel) throws IOException {
    InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }
}
