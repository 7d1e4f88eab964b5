package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Inlet of a Destination on an overlay link: each UDP datagram is an active packet with its IP
 * header.
 */
final class OverlayInlet implements PacketInlet {
  private final DatagramChannel channel;
  private final Selector selector;

  private OverlayInlet(DatagramChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  static OverlayInlet open(HostPort listen) throws IOException {
    DatagramChannel channel = UdpSockets.listen(listen);
    channel.configureBlocking(false);
    Selector selector = Selector.open();
    channel.register(selector, SelectionKey.OP_READ);
    return new OverlayInlet(channel, selector);
  }

  @Override
  public HostPort address() throws IOException {
    return UdpSockets.address(channel);
  }

  @Override
  public void await(int millis) throws IOException {
    selector.select(millis);
    selector.selectedKeys().clear();
  }

  @Override
  public void wakeUp() {
    selector.wakeup();
  }

  @Override
  public int receive(ByteBuffer memory) throws IOException {
    return channel.receive(memory.clear()) == null ? -1 : memory.position();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
