package dev.rosa.packetio;

import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Packet link over UDP: each datagram carries exactly one IP packet to the next node of its route
 * (PROTOCOL §1, overlay link). One socket serves all links. Nothing that a peer or the network does
 * ends it: what cannot be sent is refused packet by packet, what is longer than a buffer arrives
 * with a length above the buffer's capacity.
 *
 * <p>Used by one worker thread; {@link #wakeUp} and {@link #close} may be called by any.
 */
public final class OverlayPacketIo implements PacketIo {

  /** Asked for each way; the kernel gives what its limits allow. */
  private static final int SOCKET_BUFFER_BYTES = 4 << 20;

  private final DatagramChannel channel;
  private final Selector selector;
  private final RouteTable routes;

  /** The kernel copies from and to memory outside the heap only; no UDP payload is longer. */
  private final ByteBuffer transfer = ByteBuffer.allocateDirect(Ip.MAX_BYTES + 1);

  private OverlayPacketIo(DatagramChannel channel, Selector selector, RouteTable routes) {
    this.channel = channel;
    this.selector = selector;
    this.routes = routes;
  }

  /**
   * Starts to listen.
   *
   * @param listen port 0 takes a free one
   * @throws IOException in one line if the address cannot be had, e.g. because the port is in use
   */
  public static OverlayPacketIo open(InetSocketAddress listen, RouteTable routes)
      throws IOException {
    if (listen.isUnresolved()) {
      throw new IOException("cannot listen on " + text(listen) + ": unknown host");
    }
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
      channel.bind(listen);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new OverlayPacketIo(channel, selector, routes);
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot listen on " + text(listen) + ": " + reason(e), e);
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private static String reason(IOException e) {
    boolean inUse = e instanceof BindException && e.getMessage().contains("in use");
    return inUse ? "the port is in use" : e.getMessage();
  }

  /** Its own address, with the port it got. */
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  @Override
  public boolean receive(PacketBatch batch, long waitMillis) {
    batch.setSize(0);
    try {
      drainInto(batch);
      if (batch.size() == 0 && waitMillis > 0) {
        selector.select(OverlayPacketIo::doNothing, waitMillis);
        drainInto(batch);
      }
    } catch (ClosedChannelException | ClosedSelectorException e) {
      return false;
    } catch (IOException e) {
      // An ICMP answer to something sent earlier (port or host unreachable): the next one is fine.
      return channel.isOpen();
    }
    return true;
  }

  /** There is one channel only: that something arrived is all there is to know. */
  private static void doNothing(SelectionKey key) {}

  private void drainInto(PacketBatch batch) throws IOException {
    while (!batch.isFull()) {
      transfer.clear();
      SocketAddress from = channel.receive(transfer);
      if (from == null) {
        return;
      }
      take(batch.add());
    }
  }

  private void take(PacketBuffer packet) {
    int length = transfer.position();
    int kept = Math.min(length, packet.capacity());
    packet.memory().put(packet.offset(), transfer, 0, kept);
    packet.arrived(length, System.nanoTime());
    packet.cameOverOverlay();
  }

  @Override
  public void send(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        packet.setFate(send(packet));
      }
    }
  }

  private Fate send(PacketBuffer packet) {
    InetSocketAddress next = routes.next(packet.memory(), packet.offset());
    if (next == null) {
      return Fate.NO_ROUTE;
    }
    if (!Ip.decrementHopLimit(packet.memory(), packet.offset())) {
      return Fate.HOPS_EXHAUSTED;
    }
    packet.finishChecksum();
    transfer.clear();
    transfer.put(0, packet.memory(), packet.offset(), packet.length());
    transfer.limit(packet.length());
    try {
      // 0: the socket's buffer is full. Waiting would hold up all packets.
      return channel.send(transfer, next) == 0 ? Fate.LINK_REFUSED : Fate.SENT;
    } catch (IOException e) {
      return Fate.LINK_REFUSED;
    }
  }

  @Override
  public void wakeUp() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    selector.close();
  }
}
