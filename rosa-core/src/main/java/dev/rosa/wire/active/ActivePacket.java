package dev.rosa.wire.active;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.nio.ByteBuffer;

/**
 * An active packet in the caller's memory: a flyweight over one IP packet (PROTOCOL §1). Wrapping
 * checks the structure and remembers where things stand; nothing is copied or allocated. Owned by
 * one thread; valid as long as the memory is.
 */
public final class ActivePacket {

  private ByteBuffer memory;
  private int ipOffset;
  private int ipLength;
  private boolean ipv4;
  private int udpOffset;
  private int headerOffset;
  private int payloadLength;
  private Suite suite;

  /**
   * Looks at the IP packet in {@code length} bytes of {@code memory} from {@code offset}, which
   * must be all of it and no more.
   *
   * @return {@link Structure#ACTIVE} if all accessors may be used now; with anything else only
   *     {@link #memory}, {@link #ipOffset} and {@link #ipLength}
   */
  public Structure wrap(ByteBuffer memory, int offset, int length) {
    this.memory = memory;
    this.ipOffset = offset;
    this.ipLength = length;
    if (length < 1) {
      return Structure.MALFORMED;
    }
    int version = u8(offset) >>> 4;
    this.ipv4 = version == 4;
    return switch (version) {
      case 4 -> wrapIpv4();
      case 6 -> wrapIpv6();
      default -> Structure.MALFORMED;
    };
  }

  private Structure wrapIpv4() {
    int headerBytes = (u8(ipOffset) & 0x0f) * 4;
    if (ipLength < Ip.V4_HEADER || headerBytes < Ip.V4_HEADER || headerBytes > ipLength) {
      return Structure.MALFORMED;
    }
    if (u16(ipOffset + Ip.V4_TOTAL_LENGTH) != ipLength
        || !Ip.isChecksumRightV4(memory, ipOffset, headerBytes)) {
      return Structure.MALFORMED;
    }
    IpOptions.Found options = IpOptions.ofV4(memory, ipOffset, headerBytes);
    int fragment = u16(ipOffset + Ip.V4_FRAGMENT);
    if (options == IpOptions.Found.NO_ALERT
        || u8(ipOffset + Ip.V4_PROTOCOL) != Ip.UDP
        || (fragment & Ip.V4_FRAGMENT_OFFSET) != 0) {
      return Structure.OTHER;
    }
    boolean whole = (fragment & Ip.V4_IS_FRAGMENT) == 0;
    return wrapUdp(ipOffset + headerBytes, whole, options);
  }

  private Structure wrapIpv6() {
    if (ipLength < Ip.V6_HEADER
        || u16(ipOffset + Ip.V6_PAYLOAD_LENGTH) != ipLength - Ip.V6_HEADER) {
      return Structure.MALFORMED;
    }
    int options = ipOffset + Ip.V6_HEADER;
    if (u8(ipOffset + Ip.V6_NEXT_HEADER) != Ip.HOP_BY_HOP) {
      return Structure.OTHER;
    }
    if (ipLength < Ip.V6_HEADER + 8) {
      return Structure.MALFORMED;
    }
    int optionBytes = (u8(options + 1) + 1) * 8;
    if (Ip.V6_HEADER + optionBytes > ipLength) {
      return Structure.MALFORMED;
    }
    IpOptions.Found found = IpOptions.ofV6(memory, options, optionBytes);
    if (found == IpOptions.Found.NO_ALERT) {
      return Structure.OTHER;
    }
    int behind = options + optionBytes;
    return switch (u8(options)) {
      case Ip.UDP -> wrapUdp(behind, true, found);
      case Ip.FRAGMENT_HEADER -> wrapFragmentV6(behind, found);
      default -> behindHeaders(u8(options), behind);
    };
  }

  private Structure wrapFragmentV6(int header, IpOptions.Found options) {
    int behind = header + Ip.V6_FRAGMENT_HEADER;
    if (behind > ipOffset + ipLength) {
      return Structure.MALFORMED;
    }
    if (ExtensionHeaders.isLaterFragment(memory, header)) {
      return Structure.OTHER;
    }
    return u8(header) == Ip.UDP
        ? wrapUdp(behind, false, options)
        : behindHeaders(u8(header), behind);
  }

  private Structure behindHeaders(int type, int offset) {
    return ExtensionHeaders.mayHideActive(memory, type, offset, ipOffset + ipLength)
        ? Structure.BEHIND_HEADERS
        : Structure.OTHER;
  }

  /** Checks the UDP header, of which a fragment has no more than the beginning. */
  private Structure wrapUdp(int offset, boolean whole, IpOptions.Found options) {
    int remaining = ipOffset + ipLength - offset;
    if (remaining < Udp.HEADER) {
      return Structure.MALFORMED;
    }
    if (u16(offset + Udp.DESTINATION_PORT) != RosaHeader.UDP_PORT) {
      return Structure.OTHER;
    }
    if (!whole) {
      return Structure.FRAGMENT;
    }
    if (options != IpOptions.Found.ALERT_ALONE || u16(offset + Udp.LENGTH) != remaining) {
      return Structure.MALFORMED;
    }
    udpOffset = offset;
    headerOffset = offset + Udp.HEADER;
    return wrapHeader(remaining - Udp.HEADER);
  }

  private Structure wrapHeader(int bytes) {
    if (bytes < RosaHeader.SUITE_OFFSET
        || u16(headerOffset + RosaHeader.MAGIC_OFFSET) != RosaHeader.MAGIC) {
      return Structure.MALFORMED;
    }
    if (u8(headerOffset + RosaHeader.VERSION_OFFSET) != RosaHeader.VERSION) {
      return Structure.UNKNOWN_VERSION;
    }
    if (bytes < RosaHeader.BYTES) {
      return Structure.MALFORMED;
    }
    suite = Suite.ofId(u8(headerOffset + RosaHeader.SUITE_OFFSET));
    payloadLength = u16(headerOffset + RosaHeader.PAYLOAD_LENGTH_OFFSET);
    boolean sound = lengthsAgree(bytes) && sequence() != 0 && (grantBits() & Grant.RESERVED) == 0;
    return sound ? Structure.ACTIVE : Structure.MALFORMED;
  }

  /** Without knowing the suite, nonce and tag may be of any length: its refusal comes later. */
  private boolean lengthsAgree(int bytes) {
    int rest = bytes - RosaHeader.BYTES - payloadLength;
    return suite == null ? rest >= 0 : rest == suite.nonceBytes() + suite.tagBytes();
  }

  /**
   * True if a rule of a diversion can have meant this packet: it has options, and its own headers
   * lead to UDP port 3322. Router Alert may be missing. For {@link Structure#OTHER} and {@link
   * Structure#BEHIND_HEADERS}.
   */
  public boolean isWorthDiverting() {
    int end = ipOffset + ipLength;
    if (!ipv4) {
      return u8(ipOffset + Ip.V6_NEXT_HEADER) == Ip.HOP_BY_HOP
          && ExtensionHeaders.leadToActive(memory, Ip.HOP_BY_HOP, ipOffset + Ip.V6_HEADER, end);
    }
    int headerBytes = (u8(ipOffset) & 0x0f) * 4;
    return headerBytes > Ip.V4_HEADER
        && u8(ipOffset + Ip.V4_PROTOCOL) == Ip.UDP
        && (u16(ipOffset + Ip.V4_FRAGMENT) & Ip.V4_FRAGMENT_OFFSET) == 0
        && Udp.isTo(RosaHeader.UDP_PORT, memory, ipOffset + headerBytes, end);
  }

  /** Goes on with the same packet after it was copied to another place. */
  public void relocate(ByteBuffer newMemory, int newIpOffset) {
    memory = newMemory;
    udpOffset += newIpOffset - ipOffset;
    headerOffset += newIpOffset - ipOffset;
    ipOffset = newIpOffset;
  }

  /** Goes on with the same packet after its IP header was made shorter, so that it begins later. */
  public void beginLater(int bytes) {
    ipOffset += bytes;
    ipLength -= bytes;
  }

  /** The memory that the packet stands in. */
  public ByteBuffer memory() {
    return memory;
  }

  /** Offset of the IP header. */
  public int ipOffset() {
    return ipOffset;
  }

  /** Bytes from the IP header to the tag's end. */
  public int ipLength() {
    return ipLength;
  }

  /** True if it is IPv4; else it is IPv6. */
  public boolean isIpv4() {
    return ipv4;
  }

  /** TTL or hop limit. */
  public int hopLimit() {
    return u8(ipOffset + (ipv4 ? Ip.V4_TTL : Ip.V6_HOP_LIMIT));
  }

  /** True if the UDP checksum is absent over IPv6, which requires it; IPv4 does not. */
  public boolean lacksChecksum() {
    return !ipv4 && Udp.isAbsent(memory, udpOffset);
  }

  /** Offset of IPs: 4 or 16 bytes. */
  public int sourceOffset() {
    return ipOffset + (ipv4 ? Ip.V4_SOURCE : Ip.V6_SOURCE);
  }

  /** Offset of IPd: 4 or 16 bytes. */
  public int destinationOffset() {
    return Ip.destinationOffset(ipOffset, ipv4);
  }

  /** Offset of the UDP payload, the ROSA header. */
  public int headerOffset() {
    return headerOffset;
  }

  /** The suite, or null if version 1 has none with the packet's number. */
  public Suite suite() {
    return suite;
  }

  /** The application's port at the Destination. */
  public int servicePort() {
    return u16(headerOffset + RosaHeader.SERVICE_PORT_OFFSET);
  }

  /** The security domain, unsigned. */
  public int domain() {
    return memory.getInt(headerOffset + RosaHeader.DOMAIN_OFFSET);
  }

  /** Epoch of the packet's Kci, unsigned. */
  public int epoch() {
    return memory.getInt(headerOffset + RosaHeader.EPOCH_OFFSET);
  }

  /** Service start time, Unix seconds. */
  public long sst() {
    return u32(headerOffset + RosaHeader.SST_OFFSET);
  }

  /** Service end time, Unix seconds. */
  public long set() {
    return u32(headerOffset + RosaHeader.SET_OFFSET);
  }

  /** The session. */
  public long session() {
    return memory.getLong(headerOffset + RosaHeader.SESSION_OFFSET);
  }

  /** Bytes 0–7 of U. */
  public long userHigh() {
    return memory.getLong(headerOffset + RosaHeader.USER_OFFSET);
  }

  /** Bytes 8–15 of U. */
  public long userLow() {
    return memory.getLong(headerOffset + RosaHeader.USER_OFFSET + Long.BYTES);
  }

  /** Bytes 0–7 of Ci. */
  public long codeHigh() {
    return memory.getLong(headerOffset + RosaHeader.CODE_OFFSET);
  }

  /** Bytes 8–15 of Ci. */
  public long codeLow() {
    return memory.getLong(headerOffset + RosaHeader.CODE_OFFSET + Long.BYTES);
  }

  /** The bits of the {@link Grant}. */
  public long grantBits() {
    return memory.getLong(headerOffset + RosaHeader.GRANT_OFFSET);
  }

  /** 1, 2, 3 … within the session, unsigned. */
  public long sequence() {
    return memory.getLong(headerOffset + RosaHeader.SEQUENCE_OFFSET);
  }

  /** Offset of the nonce, if the suite has one. */
  public int nonceOffset() {
    return headerOffset + RosaHeader.BYTES;
  }

  /** Offset of the payload. Needs a known suite, as all below. */
  public int payloadOffset() {
    return nonceOffset() + suite.nonceBytes();
  }

  /** Bytes of payload. */
  public int payloadLength() {
    return payloadLength;
  }

  /** Offset of the tag. */
  public int tagOffset() {
    return payloadOffset() + payloadLength;
  }

  /** The most bytes of payload that fit when the whole packet may have {@code ipBytes}. */
  public int maxPayloadLength(int ipBytes) {
    int most = Math.min(ipBytes, Ip.MAX_BYTES) - (payloadOffset() - ipOffset) - suite.tagBytes();
    return Math.max(0, most);
  }

  /**
   * Makes room for another length of payload: writes the length into the header, UDP and IP. What
   * stands in payload and tag is to be written by the caller, then {@link #refreshChecksums}.
   *
   * @param length at most {@link #maxPayloadLength} for the memory there is
   */
  public void resizePayload(int length) {
    ipLength += length - payloadLength;
    payloadLength = length;
    memory.putShort(headerOffset + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) length);
    memory.putShort(udpOffset + Udp.LENGTH, (short) (ipOffset + ipLength - udpOffset));
    if (ipv4) {
      memory.putShort(ipOffset + Ip.V4_TOTAL_LENGTH, (short) ipLength);
    } else {
      memory.putShort(ipOffset + Ip.V6_PAYLOAD_LENGTH, (short) (ipLength - Ip.V6_HEADER));
    }
  }

  /** Writes the 12 bytes of nonce: the writer's number, and that writer's counter (PROTOCOL §3). */
  public void writeNonce(int writer, long counter) {
    memory.putInt(nonceOffset(), writer);
    memory.putLong(nonceOffset() + Integer.BYTES, counter);
  }

  /**
   * Sets the IPv4 header's checksum, and UDP's unless the packet came without one, which only IPv4
   * allows.
   */
  public void refreshChecksums() {
    refreshHeaderChecksum();
    Udp.refreshChecksum(memory, ipOffset, ipLength);
  }

  /** Sets the IPv4 header's checksum. */
  public void refreshHeaderChecksum() {
    if (ipv4) {
      Ip.refreshChecksumV4(memory, ipOffset);
    }
  }

  private int u8(int offset) {
    return memory.get(offset) & 0xff;
  }

  private int u16(int offset) {
    return memory.getShort(offset) & 0xffff;
  }

  private long u32(int offset) {
    return Integer.toUnsignedLong(memory.getInt(offset));
  }
}
