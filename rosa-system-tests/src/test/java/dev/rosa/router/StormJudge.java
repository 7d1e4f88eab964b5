package dev.rosa.router;

import java.nio.ByteBuffer;

/**
 * Says what a router may do with a frame, from the frame and the packets that were sealed alone: a
 * second reading of PROTOCOL §1, which shares no code with the router's. Owned by one thread.
 */
final class StormJudge {

  /** What a frame is. */
  enum Verdict {
    /** Does not ask for an active router: it goes on as it came. */
    NOT_ACTIVE,
    /** What a session has sealed, but for what no tag covers, and for the first time. */
    VALID,
    /** Likewise, and not for the first time. */
    REPLAY,
    /** Anything else. */
    FORGED
  }

  private static final int PORT = 3322;
  private static final int UDP = 17;
  private static final int ROUTER_ALERT = 0x94;

  private final StormSessions sessions;
  private ByteBuffer memory;
  private int at;
  private int length;
  private int place;

  StormJudge(StormSessions sessions) {
    this.sessions = sessions;
  }

  /** Judges the frame of so many bytes. */
  Verdict judge(ByteBuffer memory, int offset, int length) {
    this.memory = memory;
    this.at = offset;
    this.length = length;
    int udp = length == 0 ? -1 : udpHeader();
    if (udp < 0) {
      return udp == WRONG ? Verdict.FORGED : Verdict.NOT_ACTIVE;
    }
    if (udp + 8 > length) {
      return Verdict.FORGED;
    }
    if (u16(udp + 2) != PORT) {
      return Verdict.NOT_ACTIVE;
    }
    if (u16(udp + 4) != length - udp) {
      return Verdict.FORGED;
    }
    place = find(udp + 8);
    if (place < 0) {
      return Verdict.FORGED;
    }
    return sessions.isAccepted(place) ? Verdict.REPLAY : Verdict.VALID;
  }

  /** The sealed packet that the frame just judged is. */
  int place() {
    return place;
  }

  private static final int WRONG = -2;
  private static final int OTHER = -1;

  /** Where the UDP header of a packet with Router Alert begins, or why there is none. */
  private int udpHeader() {
    int version = u8(0) >>> 4;
    if (version == 4) {
      return udpOverIpv4();
    }
    return version == 6 ? udpOverIpv6() : WRONG;
  }

  private int udpOverIpv4() {
    int header = (u8(0) & 15) * 4;
    if (length < 20 || header < 20 || header > length || u16(2) != length) {
      return WRONG;
    }
    boolean alert = false;
    for (int i = 20; i < header; ) {
      int type = u8(i);
      if (type == 0) {
        break;
      }
      int bytes = type == 1 ? 1 : i + 1 < header ? u8(i + 1) : 0;
      if (bytes < 1 || (type != 1 && bytes < 2) || i + bytes > header) {
        break;
      }
      alert |= type == ROUTER_ALERT && bytes == 4 && u16(i + 2) == 0;
      i += bytes;
    }
    if (!alert || u8(9) != UDP) {
      return OTHER;
    }
    return (u16(6) & 0x3fff) == 0 ? header : WRONG;
  }

  private int udpOverIpv6() {
    if (length < 40 || u16(4) != length - 40) {
      return WRONG;
    }
    if (u8(6) != 0) {
      return OTHER;
    }
    int end = length < 48 ? length + 1 : 40 + (u8(41) + 1) * 8;
    if (end > length) {
      return WRONG;
    }
    boolean alert = false;
    for (int i = 42; i < end; ) {
      int bytes = u8(i) == 0 ? 1 : i + 1 < end ? 2 + u8(i + 1) : end + 1;
      if (i + bytes > end) {
        break;
      }
      alert |= u8(i) == 5 && bytes == 4 && u16(i + 2) == 2;
      i += bytes;
    }
    if (!alert) {
      return OTHER;
    }
    return u8(40) == UDP ? end : u8(40) == 44 ? WRONG : OTHER;
  }

  /** The sealed packet with these very bytes from the ROSA header on, and these addresses. */
  private int find(int header) {
    for (int i = 0; i < sessions.filled(); i++) {
      if (isSealed(i, header)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isSealed(int candidate, int header) {
    ByteBuffer sealed = sessions.memory();
    int from = sessions.offset(candidate);
    boolean ipv4 = (sealed.get(from) & 0xf0) == 0x40;
    int sealedHeader = ipv4 ? 32 : 56;
    int rest = length - header;
    if (ipv4 != (u8(0) >>> 4 == 4) || sessions.length(candidate) - sealedHeader != rest) {
      return false;
    }
    int addresses = ipv4 ? 12 : 8;
    return rest >= 80
        && memory.getLong(at + header + 72) == sealed.getLong(from + sealedHeader + 72)
        && same(header, sealed, from + sealedHeader, rest)
        && same(addresses, sealed, from + addresses, ipv4 ? 8 : 32);
  }

  private boolean same(int own, ByteBuffer sealed, int its, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (memory.get(at + own + i) != sealed.get(its + i)) {
        return false;
      }
    }
    return true;
  }

  private int u8(int index) {
    return memory.get(at + index) & 0xff;
  }

  private int u16(int index) {
    return memory.getShort(at + index) & 0xffff;
  }
}
