package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.nio.ByteBuffer;

/**
 * The entry of the forwarding table for an address, asked of the kernel by rtnetlink(7). It tells
 * the MTU that the kernel forwards by: that of the link, or a lesser one of the route or of IPv6 at
 * the link. A path MTU that an ICMP message told this machine is left out, as any host can forge
 * such a message. A route that adds headers (SRv6, MPLS) has less room than its link, and only the
 * kernel knows how much: there, no packet is to become longer. Needs no privilege. Allocates
 * nothing to ask. Owned by one thread.
 */
final class ForwardingRoute {

  private static final int NETLINK_ROUTE = 0;

  private static final short RTM_GETROUTE = 26;
  private static final int RTM_F_FIB_MATCH = 0x2000;
  private static final short RTA_DST = 1;

  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  private final OffHeap request =
      OffHeap.allocate(RouteAnswer.HEADER_BYTES + RouteAnswer.ATTRIBUTE_HEADER_BYTES + V6_BYTES);
  private final ForwardingLinks links = new ForwardingLinks();
  private final RouteAnswer answer = new RouteAnswer(links);

  /**
   * The MTU of the route to the address in {@code memory}, big-endian, from {@code at} on; the
   * smallest if it has several paths.
   *
   * @return bytes; 1 if nothing says by how much it is less than the link's; 0 if there is no route
   *     or the kernel does not say
   */
  int mtuBytes(ByteBuffer memory, int at, boolean ipv4) {
    int socket = LibC.socket(LibC.AF_NETLINK, LibC.SOCK_RAW | LibC.SOCK_CLOEXEC, NETLINK_ROUTE);
    if (socket < 0) {
      return RouteAnswer.NONE;
    }
    try {
      links.askBy(socket);
      return answer.smallest(ask(socket, memory, at, ipv4));
    } finally {
      LibC.close(socket);
    }
  }

  /** The answer's length, negative without one: the kernel gives it within the call that asks. */
  private int ask(int socket, ByteBuffer memory, int at, boolean ipv4) {
    int header = RouteAnswer.HEADER_BYTES;
    int value = header + RouteAnswer.ATTRIBUTE_HEADER_BYTES;
    int addressBytes = ipv4 ? V4_BYTES : V6_BYTES;
    ByteBuffer message = request.buffer();
    message
        .putInt(0, value + addressBytes)
        .putShort(4, RTM_GETROUTE)
        .putShort(6, LibC.NLM_F_REQUEST);
    message.put(RouteAnswer.FAMILY_AT, (byte) (ipv4 ? LibC.AF_INET : LibC.AF_INET6));
    message.put(RouteAnswer.FAMILY_AT + 1, (byte) (addressBytes * Byte.SIZE));
    message.putInt(header - Integer.BYTES, RTM_F_FIB_MATCH);
    message.putShort(header, (short) (RouteAnswer.ATTRIBUTE_HEADER_BYTES + addressBytes));
    message.putShort(header + Short.BYTES, RTA_DST);
    message.put(value, memory, at, addressBytes);
    byte[] into = answer.bytes();
    return LibC.write(socket, request.address(), value + addressBytes) < 0
        ? -1
        : (int) LibC.recv(socket, into, into.length, LibC.MSG_DONTWAIT);
  }
}
