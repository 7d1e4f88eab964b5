package dev.rosa.client.demo.attack;

import dev.rosa.client.link.KernelLink;
import dev.rosa.client.link.PacketLink;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Link by which the demo's attacker sends forged packets into the kernel's network, to any
 * destination. One thread.
 */
public final class AttackLink implements PacketLink {

  private final ActivePacket view = new ActivePacket();

  /** Sends an IPv4 packet from its source address, which must be this machine's. */
  @Override
  public boolean send(ByteBuffer packet) throws IOException {
    // Wrapping finds the addresses, also in a packet that it rejects.
    ByteBuffer bytes = packet.slice();
    view.wrap(bytes, 0, bytes.remaining());
    try (KernelLink link =
        KernelLink.open(
            address(bytes, view.sourceOffset()), address(bytes, view.destinationOffset()))) {
      return link.send(packet);
    }
  }

  private static InetAddress address(ByteBuffer packet, int offset) throws IOException {
    byte[] address = new byte[4];
    packet.get(offset, address);
    return InetAddress.getByAddress(address);
  }

  @Override
  public int largestPacketBytes() {
    return Ip.MAX_BYTES;
  }

  @Override
  public void close() {
    // Every packet's socket is closed already.
  }
}
