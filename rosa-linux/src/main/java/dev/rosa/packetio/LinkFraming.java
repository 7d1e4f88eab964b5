package dev.rosa.packetio;

import java.nio.ByteBuffer;

/**
 * Position of the IP packet in a captured frame, by the capture's link type (LINKTYPE_ numbers of
 * libpcap).
 */
enum LinkFraming {
  /** Type 0: the capturing host's AF_ number in its own byte order. */
  BSD_LOOPBACK {
    @Override
    int ipOffset(ByteBuffer memory, int frame, int length) {
      return length > 4 && looksLikeIp(memory.get(frame + 4)) ? 4 : -1;
    }
  },
  /** Type 1, with any number of VLAN tags. */
  ETHERNET {
    @Override
    int ipOffset(ByteBuffer memory, int frame, int length) {
      for (int at = 12; at + 2 <= length; at += 4) {
        int type = u16(memory, frame + at);
        if (!isVlanTag(type)) {
          return isIp(type) ? at + 2 : -1;
        }
      }
      return -1;
    }
  },
  /** Types 12, 101, 228 and 229: nothing but the packet. */
  RAW {
    @Override
    int ipOffset(ByteBuffer memory, int frame, int length) {
      return length > 0 ? 0 : -1;
    }
  },
  /** Type 113: Linux "cooked", 16 bytes. */
  LINUX_SLL {
    @Override
    int ipOffset(ByteBuffer memory, int frame, int length) {
      return length > 16 && isIp(u16(memory, frame + 14)) ? 16 : -1;
    }
  },
  /** Type 276: Linux "cooked", second version, 20 bytes. */
  LINUX_SLL2 {
    @Override
    int ipOffset(ByteBuffer memory, int frame, int length) {
      return length > 20 && isIp(u16(memory, frame)) ? 20 : -1;
    }
  };

  private static final int ETHERTYPE_IPV4 = 0x0800;
  private static final int ETHERTYPE_IPV6 = 0x86dd;

  /** The framing of a link type, or null if it is not supported. */
  static LinkFraming ofLinkType(int linkType) {
    return switch (linkType) {
      case 0 -> BSD_LOOPBACK;
      case 1 -> ETHERNET;
      case 12, 101, 228, 229 -> RAW;
      case 113 -> LINUX_SLL;
      case 276 -> LINUX_SLL2;
      default -> null;
    };
  }

  /** Bytes from the frame's beginning to the IP packet, or −1 if it carries none. */
  abstract int ipOffset(ByteBuffer memory, int frame, int length);

  private static int u16(ByteBuffer memory, int at) {
    return memory.getShort(at) & 0xffff;
  }

  private static boolean isIp(int etherType) {
    return etherType == ETHERTYPE_IPV4 || etherType == ETHERTYPE_IPV6;
  }

  private static boolean isVlanTag(int etherType) {
    return etherType == 0x8100 || etherType == 0x88a8 || etherType == 0x9100;
  }

  private static boolean looksLikeIp(byte first) {
    int version = first >>> 4 & 0xf;
    return version == 4 || version == 6;
  }
}
