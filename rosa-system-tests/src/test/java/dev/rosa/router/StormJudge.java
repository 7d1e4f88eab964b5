package dev.rosa.router;

import java.nio.ByteBuffer;

/**
 * Says what a router may do with a frame, from the frame and the packets that were sealed alone: a
 * second reading of PROTOCOL §1 and §5 steps 1 and 8, which shares no code with the router's. The
 * router it speaks of drops what stands behind further IPv6 headers, or has a TTL or hop limit
 * below 16. Owned by one thread.
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
  private static final int MOST_HEADERS = 8;
  private static final int LEAST_HOP_LIMIT = 16;

  private final StormSessions sessions;
  private ByteBuffer memory;
  private int at;
  private int length;
  private int place;

  /** Something in front of UDP that no active packet has. */
  private boolean spoiled;

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
    if (spoiled || u16(udp + 4) != length - udp) {
      return Verdict.FORGED;
    }
    boolean ipv4 = u8(0) >>> 4 == 4;
    if (u8(ipv4 ? 8 : 7) < LEAST_HOP_LIMIT || (!ipv4 && u16(udp + 6) == 0)) {
      return Verdict.FORGED;
    }
    place = find(udp + 8);
    if (place < 0) {
      return Verdict.FORGED;
    }
    return sessions.isAccepted(place) ? Verdict.REPLAY : Verdict.VALID;
  }

  /** True if a rule of a diversion can have meant the frame just judged. */
  boolean isDivertible() {
    int header = u8(0) >>> 4 == 4 ? udpBehindOptionsV4() : udpBehindOptionsV6();
    return header > 0 && header + 8 <= length && u16(header + 2) == PORT;
  }

  private int udpBehindOptionsV4() {
    boolean first = (u16(6) & 0x1fff) == 0;
    return (u8(0) & 15) > 5 && first && u8(9) == UDP ? (u8(0) & 15) * 4 : OTHER;
  }

  private int udpBehindOptionsV6() {
    int next = u8(6);
    int i = 40;
    while (isHeader(next) && u8(6) == 0 && i + 8 <= length) {
      if (next == 44 && u16(i + 2) >>> 3 != 0) {
        return OTHER;
      }
      int bytes = headerBytes(next, u8(i + 1));
      next = u8(i);
      i += bytes;
    }
    return u8(6) == 0 && next == UDP ? i : OTHER;
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
    int sum = 0;
    for (int i = 0; i < header; i += 2) {
      sum += u16(i);
    }
    if ((sum & 0xffff) + (sum >>> 16) != 0xffff) {
      return WRONG;
    }
    int fragment = u16(6) & 0x3fff;
    if (!hasAlertV4(header) || u8(9) != UDP || (fragment & 0x1fff) != 0) {
      return OTHER;
    }
    spoiled |= fragment != 0;
    return header;
  }

  private boolean hasAlertV4(int header) {
    boolean alert = false;
    spoiled = false;
    int i = 20;
    while (i < header && u8(i) != 0) {
      if (u8(i) == 1) {
        i++;
      } else if (i + 4 <= header && u16(i) == ROUTER_ALERT * 256 + 4 && u16(i + 2) == 0) {
        alert = true;
        i += 4;
      } else {
        spoiled = true;
        int bytes = i + 1 < header ? u8(i + 1) : 0;
        i = bytes < 2 ? header : i + bytes;
      }
    }
    return alert;
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
    if (!hasAlertV6(end)) {
      return OTHER;
    }
    if (u8(40) == UDP) {
      return end;
    }
    return u8(40) == 44 && end + 8 > length ? WRONG : behindHeaders(u8(40), end);
  }

  private boolean hasAlertV6(int end) {
    int alerts = 0;
    int padding = 0;
    spoiled = false;
    int i = 42;
    while (i < end) {
      int bytes = u8(i) == 0 ? 1 : i + 1 < end ? 2 + u8(i + 1) : end;
      if (i + bytes > end) {
        spoiled = true;
        break;
      }
      boolean pads = u8(i) < 2;
      boolean alert = u8(i) == 5 && bytes == 4 && u16(i + 2) == 2;
      alerts += alert ? 1 : 0;
      padding = pads ? padding + bytes : 0;
      spoiled |= padding > 7 || !(pads || alert) || alerts > 1;
      for (int k = 2; pads && k < bytes; k++) {
        spoiled |= u8(i + k) != 0;
      }
      i += bytes;
    }
    return alerts > 0;
  }

  /** Offset of the first fragment's UDP, or the result of a chain of headers. */
  private int behindHeaders(int type, int from) {
    int next = type;
    int i = from;
    for (int left = MOST_HEADERS; isHeader(next); left--) {
      if (left == 0 || i + 8 > length) {
        return WRONG;
      }
      if (next == 44 && u16(i + 2) >>> 3 != 0) {
        return OTHER;
      }
      int bytes = headerBytes(next, u8(i + 1));
      next = u8(i);
      i += bytes;
    }
    if (next != UDP) {
      return OTHER;
    }
    return i + 8 > length || u16(i + 2) == PORT ? WRONG : OTHER;
  }

  private static int headerBytes(int type, int units) {
    return type == 44 ? 8 : type == 51 ? 8 + 4 * units : 8 + 8 * units;
  }

  private static boolean isHeader(int type) {
    return type == 0 || type == 43 || type == 44 || type == 51 || type == 60;
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
