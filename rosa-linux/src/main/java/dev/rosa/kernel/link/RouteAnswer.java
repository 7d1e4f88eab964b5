package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's answer to a question for a route ({@code RTM_NEWROUTE}, see rtnetlink(7)), and the
 * smallest MTU that is in it. Reused; allocates nothing to read. Owned by one thread.
 */
final class RouteAnswer {

  /** {@code nlmsghdr} and {@code rtmsg}. */
  static final int HEADER_BYTES = 28;

  static final int FAMILY_AT = 16;
  static final int ATTRIBUTE_HEADER_BYTES = 4;

  /** The kernel does not say. */
  static final int NONE = 0;

  /** The MTU of a route that adds headers, by so much less than its link's as no answer says. */
  static final int NO_ROOM = 1;

  private static final short RTM_NEWROUTE = 24;
  private static final int RTA_OIF = 4;
  private static final int RTA_METRICS = 8;
  private static final int RTA_MULTIPATH = 9;
  private static final int RTA_ENCAP_TYPE = 21;
  private static final int RTAX_MTU = 2;

  /** {@code NLA_TYPE_MASK}. */
  private static final int TYPE = 0x3fff;

  private static final int PATH_BYTES = 8;
  private static final int MOST_BYTES = 4 << 10;

  /** No packet is longer. */
  private static final int MOST_MTU = 65_535;

  private final byte[] bytes = new byte[MOST_BYTES];
  private final ByteBuffer answer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  private final Links links;
  private boolean ipv4;
  private int smallest;

  RouteAnswer(Links links) {
    this.links = links;
  }

  /** MTUs of links: the seam for tests. */
  interface Links {

    /** The MTU by which the kernel forwards to the link with that index, {@link #NONE}: unknown. */
    int mtuBytes(int index, boolean ipv4);
  }

  /** Buffer for an answer. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * The smallest MTU of all paths in an answer of so many bytes.
   *
   * @return bytes, {@link #NO_ROOM} or {@link #NONE}
   */
  int smallest(int length) {
    if (length < HEADER_BYTES || answer.getInt(0) > length || answer.getShort(4) != RTM_NEWROUTE) {
      return NONE;
    }
    ipv4 = answer.get(FAMILY_AT) == LibC.AF_INET;
    smallest = Integer.MAX_VALUE;
    takeAll(HEADER_BYTES, answer.getInt(0));
    return smallest == Integer.MAX_VALUE ? NONE : Math.min(smallest, MOST_MTU);
  }

  private void takeAll(int from, int end) {
    for (int at = from; isAttribute(at, end); at = next(at)) {
      take(at);
    }
  }

  private void take(int attribute) {
    int value = attribute + ATTRIBUTE_HEADER_BYTES;
    int end = attribute + length(attribute);
    switch (type(attribute)) {
      case RTA_OIF -> takeLink(value, end);
      case RTA_METRICS -> takeMetric(value, end);
      case RTA_MULTIPATH -> takePaths(value, end);
      case RTA_ENCAP_TYPE -> lower(NO_ROOM);
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
  private void takePaths(int from, int end) {
    int at = from;
    while (at + PATH_BYTES <= end && length(at) >= PATH_BYTES && at + length(at) <= end) {
      takeLink(at + Integer.BYTES, end);
      takeAll(at + PATH_BYTES, at + length(at));
      at = next(at);
    }
  }

  private void takeLink(int at, int end) {
    if (at + Integer.BYTES <= end) {
      lower(links.mtuBytes(answer.getInt(at), ipv4));
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
