package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Link that sends active packets as the payload of UDP datagrams to the first router (PROTOCOL §1).
 * One thread.
 */
public final class OverlayLink implements PacketLink {
  private final DatagramLink link;
  private final int mtu;

  private OverlayLink(DatagramLink link, int mtu) {
    this.link = link;
    this.mtu = mtu;
  }

  /**
   * A link to a router, which need not be there yet.
   *
   * @param mtu the most bytes that a datagram of the overlay may have on the wire, IP header
   *     included
   * @throws IOException in one line if the address is unknown or has no route
   */
  public static OverlayLink open(HostPort router, int mtu) throws IOException {
    return new OverlayLink(DatagramLink.open(router), mtu);
  }

  @Override
  public int largestPacketBytes() {
    return mtu - link.overheadBytes();
  }

  @Override
  public boolean send(ByteBuffer packet) throws IOException {
    link.send(packet);
    return true;
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
