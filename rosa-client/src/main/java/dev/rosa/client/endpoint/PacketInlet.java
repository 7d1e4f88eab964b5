package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import dev.rosa.wire.ActivePacketWriter;
import dev.rosa.wire.RosaHeader;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** Where a {@link Destination}'s active packets come in (PROTOCOL §1). Owned by one thread. */
public final class PacketInlet implements AutoCloseable {
  private final DatagramChannel channel;

  /** Null with an overlay link, which brings IP headers along. */
  private final InetAddress own;

  private final int headerBytes;

  private PacketInlet(DatagramChannel channel, InetAddress own, int headerBytes) {
    this.channel = channel;
    this.own = own;
    this.headerBytes = headerBytes;
  }

  /**
   * The last router's overlay datagrams.
   *
   * @throws IOException in one line if the address cannot be had
   */
  public static PacketInlet overlay(HostPort listen) throws IOException {
    return new PacketInlet(nonBlocking(listen), null, 0);
  }

  /**
   * What the kernel takes in for UDP port 3322 of an address of this machine.
   *
   * @param own IPd; not the wildcard, for it goes into the key
   * @throws IOException in one line if the address cannot be had
   */
  public static PacketInlet kernel(InetAddress own) throws IOException {
    HostPort listen = new HostPort(own.getHostAddress(), RosaHeader.UDP_PORT);
    int headerBytes = ActivePacketWriter.overheadBytes(own instanceof Inet4Address);
    return new PacketInlet(nonBlocking(listen), own, headerBytes);
  }

  private static DatagramChannel nonBlocking(HostPort listen) throws IOException {
    DatagramChannel channel = UdpSockets.listen(listen);
    channel.configureBlocking(false);
    return channel;
  }

  void register(Selector selector) throws IOException {
    channel.register(selector, SelectionKey.OP_READ);
  }

  HostPort address() throws IOException {
    return UdpSockets.address(channel);
  }

  /**
   * Takes one packet, if there is one. One that is longer than IP allows arrives cut off: it is
   * malformed.
   *
   * @param memory gets the IP packet at 0; the kernel keeps headers to itself, and what is put in
   *     their place has the addresses
   * @return the packet's bytes; −1: there is none
   */
  int receive(ByteBuffer memory) throws IOException {
    memory.clear().position(headerBytes);
    InetSocketAddress sender = (InetSocketAddress) channel.receive(memory);
    if (sender == null) {
      return -1;
    }
    int length = memory.position();
    if (own != null) {
      ActivePacketWriter.write(memory, 0, sender.getAddress(), own, length - headerBytes);
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
