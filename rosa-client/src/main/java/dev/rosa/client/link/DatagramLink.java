package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Link for datagrams to one peer: the next node of the overlay, or a local application. One thread.
 */
public final class DatagramLink implements AutoCloseable {
  /** Bytes of the IP and UDP headers of a datagram, by family of the peer. */
  private static final int IPV4_OVERHEAD = 28;

  private static final int IPV6_OVERHEAD = 48;

  /**
   * The system reports an earlier datagram's fate with the next one, which it has not sent yet.
   * Anybody can send the ICMP messages that tell such things.
   */
  private static final int ATTEMPTS = 4;

  private final WritableByteChannel channel;
  private final HostPort peer;
  private final boolean ipv4;

  DatagramLink(WritableByteChannel channel, HostPort peer, boolean ipv4) {
    this.channel = channel;
    this.peer = peer;
    this.ipv4 = ipv4;
  }

  /**
   * A link to a peer, which need not be there yet.
   *
   * @throws IOException in one line if the address is unknown or has no route
   */
  public static DatagramLink open(HostPort peer) throws IOException {
    InetSocketAddress address = peer.toSocketAddress();
    if (address.isUnresolved()) {
      throw new IOException("cannot send to " + peer + ": unknown host");
    }
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.connect(address);
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot send to " + peer + ": " + e.getMessage(), e);
    }
    return new DatagramLink(channel, peer, address.getAddress().getAddress().length == 4);
  }

  /** Bytes that a datagram needs on the wire besides its payload. */
  public int overheadBytes() {
    return ipv4 ? IPV4_OVERHEAD : IPV6_OVERHEAD;
  }

  /**
   * Sends what is between position and limit.
   *
   * @throws IOException if the peer's host says that the port has no listener, or the system does
   *     not take it
   */
  public void send(ByteBuffer datagram) throws IOException {
    int start = datagram.position();
    PortUnreachableException closed = null;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        datagram.position(start);
        channel.write(datagram);
        break;
      } catch (PortUnreachableException earlier) {
        closed = earlier;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
    if (closed != null) {
      throw new IOException("no program listens at " + peer, closed);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
