package dev.rosa.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The entry of the forwarding table for an address, asked of the kernel by rtnetlink(7). It tells
 * the MTU that the kernel forwards by: that of the link, or a lesser one of the route. A path MTU
 * that an ICMP message told this machine is left out, as any host can forge such a message. Needs
 * no privilege. Allocates nothing to ask. Owned by one thread.
 */
final class ForwardingRoute {

  private static final int AF_NETLINK = 16;
  private static final int NETLINK_ROUTE = 0;
  private static final int MSG_DONTWAIT = 0x40;

  private static final short RTM_NEWROUTE = 24;
  private static final short RTM_GETROUTE = 26;
  private static final short NLM_F_REQUEST = 1;
  private static final int RTM_F_FIB_MATCH = 0x2000;
  private static final short RTA_DST = 1;
  private static final int RTA_OIF = 4;
  private static final int RTA_METRICS = 8;
  private static final int RTA_MULTIPATH = 9;
  private static final int RTAX_MTU = 2;

  /** {@code NLA_TYPE_MASK}. */
  private static final int TYPE = 0x3fff;

  /** {@code nlmsghdr} and {@code rtmsg}. */
  private static final int HEADER_BYTES = 28;

  private static final int FAMILY_AT = 16;
  private static final int ATTRIBUTE_HEADER_BYTES = 4;
  private static final int PATH_BYTES = 8;
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;
  private static final int MOST_BYTES = 4 << 10;

  /** No packet is longer. */
  private static final int MOST_MTU = 65_535;

  private static final int NONE = 0;

  private final OffHeap request =
      OffHeap.allocate(HEADER_BYTES + ATTRIBUTE_HEADER_BYTES + V6_BYTES);
  private final byte[] bytes = new byte[MOST_BYTES];
  private final ByteBuffer answer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  private final InterfaceRequest link = new InterfaceRequest();
  private int smallest;

  /**
   * The MTU of the route to the address in {@code memory}, big-endian, from {@code at} on; the
   * smallest if it has several paths.
   *
   * @return bytes, or 0 if there is no route or the kernel does not say
   */
  int mtuBytes(ByteBuffer memory, int at, boolean ipv4) {
    int socket = LibC.socket(AF_NETLINK, LibC.SOCK_RAW | LibC.SOCK_CLOEXEC, NETLINK_ROUTE);
    if (socket < 0) {
      return NONE;
    }
    try {
      int length = ask(socket, memory, at, ipv4);
      return length < 0 ? NONE : smallest(socket, length);
    } finally {
      LibC.close(socket);
    }
  }

  /** The answer's length: the kernel gives it within the call that asks. */
  private int ask(int socket, ByteBuffer memory, int at, boolean ipv4) {
    int addressBytes = ipv4 ? V4_BYTES : V6_BYTES;
    int length = HEADER_BYTES + ATTRIBUTE_HEADER_BYTES + addressBytes;
    ByteBuffer message = request.buffer();
    message.putInt(0, length).putShort(4, RTM_GETROUTE).putShort(6, NLM_F_REQUEST);
    message.put(FAMILY_AT, (byte) (ipv4 ? LibC.AF_INET : LibC.AF_INET6));
    message.put(FAMILY_AT + 1, (byte) (addressBytes * Byte.SIZE));
    message.putInt(HEADER_BYTES - Integer.BYTES, RTM_F_FIB_MATCH);
    message.putShort(HEADER_BYTES, (short) (ATTRIBUTE_HEADER_BYTES + addressBytes));
    message.putShort(HEADER_BYTES + Short.BYTES, RTA_DST);
    message.put(HEADER_BYTES + ATTRIBUTE_HEADER_BYTES, memory, at, addressBytes);
    return LibC.write(socket, request.address(), length) < 0
        ? NONE - 1
        : (int) LibC.recv(socket, bytes, bytes.length, MSG_DONTWAIT);
  }

  private int smallest(int socket, int length) {
    if (length < HEADER_BYTES || answer.getInt(0) > length || answer.getShort(4) != RTM_NEWROUTE) {
      return NONE;
    }
    smallest = Integer.MAX_VALUE;
    int end = answer.getInt(0);
    for (int at = HEADER_BYTES; isAttribute(at, end); at = next(at)) {
      take(socket, at);
    }
    return smallest == Integer.MAX_VALUE ? NONE : Math.min(smallest, MOST_MTU);
  }

  private void take(int socket, int attribute) {
    int value = attribute + ATTRIBUTE_HEADER_BYTES;
    int end = attribute + length(attribute);
    switch (type(attribute)) {
      case RTA_OIF -> takeLink(socket, value, end);
      case RTA_METRICS -> takeMetric(value, end);
      case RTA_MULTIPATH -> takePaths(socket, value, end);
      default -> {
        // It tells nothing of the MTU.
      }
    }
  }

  private void takeMetric(int from, int end) {
    for (int at = from; isAttribute(at, end); at = next(at)) {
      if (type(at) == RTAX_MTU && length(at) >= PATH_BYTES) {
        lower(answer.getInt(at + ATTRIBUTE_HEADER_BYTES));
      }
    }
  }

  /** {@code rtnexthop}: two bytes of length, two others, the link's index, attributes. */
  private void takePaths(int socket, int from, int end) {
    int at = from;
    while (at + PATH_BYTES <= end && length(at) >= PATH_BYTES && at + length(at) <= end) {
      takeLink(socket, at + Integer.BYTES, end);
      at = next(at);
    }
  }

  private void takeLink(int socket, int at, int end) {
    if (at + Integer.BYTES <= end && link.name(socket, answer.getInt(at))) {
      lower(
          link.ask(socket, InterfaceRequest.MTU)
              ? link.bytes().getInt(InterfaceRequest.ANSWER)
              : NONE);
    }
  }

  private void lower(int mtuBytes) {
    if (mtuBytes > 0) {
      smallest = Math.min(smallest, mtuBytes);
    }
  }

  private boolean isAttribute(int at, int end) {
    return at + ATTRIBUTE_HEADER_BYTES <= end
        && length(at) >= ATTRIBUTE_HEADER_BYTES
        && at + length(at) <= end;
  }

  private int length(int attribute) {
    return Short.toUnsignedInt(answer.getShort(attribute));
  }

  private int type(int attribute) {
    return answer.getShort(attribute + Short.BYTES) & TYPE;
  }

  private int next(int attribute) {
    return attribute + (length(attribute) + 3 & ~3);
  }
}
