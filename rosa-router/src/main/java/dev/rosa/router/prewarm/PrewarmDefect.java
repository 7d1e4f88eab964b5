package dev.rosa.router.prewarm;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;

/**
 * Defect of a synthetic packet, so that prewarming takes every way by which packets leave the
 * pipeline. The effects of code and rate limits on packets come about by themselves.
 */
enum PrewarmDefect {
  FORGED {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      int last = packet.offset() + packet.length() - 1;
      packet.memory().put(last, (byte) (packet.memory().get(last) ^ 1));
    }
  },
  CUT_SHORT {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.resized(packet.length() - 1);
    }
  },
  FRAGMENT {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      if (Ip.isIpv4(packet.memory(), packet.offset())) {
        packet.memory().put(packet.offset() + V4_FLAGS, MORE_FRAGMENTS);
      } else {
        packet.memory().put(packet.offset() + V6_OPTIONS, FRAGMENT_HEADER);
      }
    }
  },
  OTHER_TRAFFIC {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().putShort(header - UDP_PORT_BEFORE_HEADER, (short) 0);
    }
  },
  ENCAPSULATED {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      OTHER_TRAFFIC.spoil(packet, header, source);
      packet.cameInOn(1);
    }
  },
  UNKNOWN_VERSION {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().put(header + RosaHeader.VERSION_OFFSET, NO_VERSION);
    }
  },
  FOREIGN_DOMAIN {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      flip(packet.memory(), header + RosaHeader.DOMAIN_OFFSET);
    }
  },
  UNKNOWN_SUITE {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().put(header + RosaHeader.SUITE_OFFSET, NO_SUITE);
    }
  },
  TOO_EARLY {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().putInt(header + RosaHeader.SST_OFFSET, -1);
    }
  },
  TOO_LATE {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().putInt(header + RosaHeader.SET_OFFSET, 1);
    }
  },
  UNKNOWN_CODE {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      flip(packet.memory(), header + RosaHeader.CODE_OFFSET);
    }
  },
  REFUSED_CODE {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      byte[] refused = source.refused().toBytes();
      packet.memory().put(header + RosaHeader.CODE_OFFSET, refused, 0, CODE_BYTES);
    }
  },
  REVOKED {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      packet.memory().putLong(header + RosaHeader.SESSION_OFFSET, source.revokedSession());
    }
  },
  UNKNOWN_EPOCH {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      flip(packet.memory(), header + RosaHeader.EPOCH_OFFSET);
    }
  },
  LAST_HOP {
    @Override
    void spoil(PacketBuffer packet, int header, PrewarmCodeSource source) {
      boolean ipv4 = Ip.isIpv4(packet.memory(), packet.offset());
      packet.memory().put(packet.offset() + (ipv4 ? V4_TTL : V6_HOP_LIMIT), (byte) 1);
    }
  };

  private static final int V4_FLAGS = 6;
  private static final int V4_TTL = 8;
  private static final int V6_HOP_LIMIT = 7;
  private static final int V6_OPTIONS = 40;
  private static final byte MORE_FRAGMENTS = 0x20;
  private static final byte FRAGMENT_HEADER = 44;
  private static final int UDP_PORT_BEFORE_HEADER = 6;
  private static final byte NO_VERSION = 0x7f;
  private static final byte NO_SUITE = 0x7f;
  private static final int CODE_BYTES = 16;

  /**
   * Makes a good packet a bad one, and sets its IPv4 header's checksum right.
   *
   * @param header where its ROSA header begins
   */
  void applyTo(PacketBuffer packet, int header, PrewarmCodeSource source) {
    spoil(packet, header, source);
    if (Ip.isIpv4(packet.memory(), packet.offset())) {
      Ip.refreshChecksumV4(packet.memory(), packet.offset());
    }
  }

  abstract void spoil(PacketBuffer packet, int header, PrewarmCodeSource source);

  private static void flip(ByteBuffer memory, int at) {
    memory.put(at, (byte) (memory.get(at) ^ 0x40));
  }
}
