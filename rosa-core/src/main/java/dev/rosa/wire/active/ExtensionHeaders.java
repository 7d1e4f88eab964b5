package dev.rosa.wire.active;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.nio.ByteBuffer;

/**
 * Walk over the IPv6 extension headers behind a hop-by-hop header (RFC 8200 §4), in search of UDP
 * to ROSA's port. An active packet has none; a UDP socket reads a datagram behind them all the
 * same. Stateless.
 */
final class ExtensionHeaders {

  /** Most headers that are looked at. */
  static final int MOST = 8;

  private static final int ROUTING = 43;
  private static final int AUTHENTICATION = 51;
  private static final int DESTINATION_OPTIONS = 60;

  /** Of every one of them: the next header's type, the length in its own unit, and more. */
  private static final int LEAST_BYTES = 8;

  private static final int FRAGMENT_OFFSET_AT = 2;
  private static final int FRAGMENT_OFFSET = 0xfff8;

  private ExtensionHeaders() {}

  /**
   * True if UDP to the port of active packets may stand behind the chain: it does, or the chain is
   * longer than {@link #MOST} headers, or longer than the packet.
   *
   * @param type of the first header
   * @param offset where the first header begins
   * @param end of the packet
   */
  static boolean mayHideActive(ByteBuffer memory, int type, int offset, int end) {
    int next = type;
    int at = offset;
    for (int passed = 0; passed <= MOST; passed++) {
      if (next == Ip.UDP) {
        return end - at < Udp.HEADER
            || (memory.getShort(at + Udp.DESTINATION_PORT) & 0xffff) == RosaHeader.UDP_PORT;
      }
      if (!isExtension(next)) {
        return false;
      }
      if (passed == MOST || end - at < LEAST_BYTES) {
        return true;
      }
      if (next == Ip.FRAGMENT_HEADER && isLaterFragment(memory, at)) {
        return false;
      }
      int bytes = bytes(memory, next, at);
      next = memory.get(at) & 0xff;
      at += bytes;
    }
    return true;
  }

  /**
   * True if UDP to the port of active packets stands behind the chain, however long that is: what a
   * rule of a diversion finds there.
   *
   * @param type of the first header
   * @param offset where the first header begins
   * @param end of the packet
   */
  static boolean leadToActive(ByteBuffer memory, int type, int offset, int end) {
    int next = type;
    int at = offset;
    while (isExtension(next)) {
      if (end - at < LEAST_BYTES || (next == Ip.FRAGMENT_HEADER && isLaterFragment(memory, at))) {
        return false;
      }
      int bytes = bytes(memory, next, at);
      next = memory.get(at) & 0xff;
      at += bytes;
    }
    return next == Ip.UDP && Udp.isTo(RosaHeader.UDP_PORT, memory, at, end);
  }

  private static boolean isExtension(int type) {
    return switch (type) {
      case Ip.HOP_BY_HOP, ROUTING, Ip.FRAGMENT_HEADER, AUTHENTICATION, DESTINATION_OPTIONS -> true;
      default -> false;
    };
  }

  /** True if the fragment header at {@code at} is not that of a packet's beginning. */
  static boolean isLaterFragment(ByteBuffer memory, int at) {
    return (memory.getShort(at + FRAGMENT_OFFSET_AT) & FRAGMENT_OFFSET) != 0;
  }

  private static int bytes(ByteBuffer memory, int type, int at) {
    int units = memory.get(at + 1) & 0xff;
    return switch (type) {
      case Ip.FRAGMENT_HEADER -> LEAST_BYTES;
      case AUTHENTICATION -> (units + 2) * 4;
      default -> (units + 1) * 8;
    };
  }
}
