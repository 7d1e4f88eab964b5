package dev.rosa.client.link;

import dev.rosa.kernel.socket.RouterAlertSocket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Link that sends active packets by the kernel's own IP: an ordinary UDP socket with Router Alert,
 * never fragmented (PROTOCOL §1). The headers before ROSA's are the kernel's; the rest leaves as it
 * was sealed. One thread.
 */
public final class KernelLink implements PacketLink {
  private static final Logger LOG = LoggerFactory.getLogger(KernelLink.class);

  private final RouterAlertSocket socket;
  private final int headerBytes;
  private int largest;

  private KernelLink(RouterAlertSocket socket, int headerBytes) {
    this.socket = socket;
    this.headerBytes = headerBytes;
  }

  /**
   * A link from an address of this machine to a Destination of the same family.
   *
   * @throws IOException in one line: not an address of this machine, no route, or, with IPv6, no
   *     CAP_NET_RAW
   */
  public static KernelLink open(InetAddress source, InetAddress destination) throws IOException {
    int headerBytes = ActivePacketWriter.overheadBytes(source instanceof Inet4Address);
    InetSocketAddress peer = new InetSocketAddress(destination, RosaHeader.UDP_PORT);
    KernelLink link = new KernelLink(RouterAlertSocket.open(source, peer), headerBytes);
    link.largestPacketBytes();
    return link;
  }

  /** The path MTU, which the kernel learns from routers on the way. */
  @Override
  public int largestPacketBytes() {
    try {
      largest = socket.pathMtu();
    } catch (IOException e) {
      // There is no route for the moment; the next send says so.
      LOG.debug("{}", e.getMessage());
    }
    return largest;
  }

  @Override
  public boolean send(ByteBuffer packet) throws IOException {
    return socket.send(packet.position(packet.position() + headerBytes));
  }

  @Override
  public void close() {
    socket.close();
  }
}
