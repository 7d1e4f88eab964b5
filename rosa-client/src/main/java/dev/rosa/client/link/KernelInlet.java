package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import dev.rosa.kernel.socket.OptionsSocket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Inlet on a kernel UDP socket that rebuilds each active IP packet from its datagram and options.
 * The kernel reports addresses and options: a packet without Router Alert is not an active one. It
 * drops wrong UDP checksums, and missing ones over IPv6.
 */
final class KernelInlet implements PacketInlet {
  private final OptionsSocket socket;
  private final HostPort address;
  private final byte[] own;

  private KernelInlet(OptionsSocket socket, HostPort address, byte[] own) {
    this.socket = socket;
    this.address = address;
    this.own = own;
  }

  static KernelInlet open(InetAddress own) throws IOException {
    HostPort address = new HostPort(own.getHostAddress(), RosaHeader.UDP_PORT);
    InetSocketAddress listen = new InetSocketAddress(own, RosaHeader.UDP_PORT);
    try {
      OptionsSocket socket = OptionsSocket.listen(listen, UdpSockets.RECEIVE_BUFFER_BYTES);
      return new KernelInlet(socket, address, own.getAddress());
    } catch (IOException e) {
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  @Override
  public HostPort address() {
    return address;
  }

  @Override
  public void await(int millis) throws IOException {
    socket.await(millis);
  }

  @Override
  public void wakeUp() {
    socket.wakeUp();
  }

  @Override
  public int receive(ByteBuffer memory) throws IOException {
    return socket.receive()
        ? ActivePacketWriter.rewrite(
            memory, socket.sender(), own, socket.options(), socket.datagram())
        : -1;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
