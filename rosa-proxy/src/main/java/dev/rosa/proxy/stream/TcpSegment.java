package dev.rosa.proxy.stream;

import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;

/**
 * TCP segment in a packet, as offsets into its memory. One object serves all packets of a worker:
 * {@link #read} points it at the next one. Owned by one thread.
 */
public final class TcpSegment {
  private static final int TCP = 6;
  private static final int TCP_HEADER = 20;
  private static final int CHECKSUM = 16;
  private static final int V4_PSEUDO_ADDRESSES = 8;
  private static final int V6_PSEUDO_ADDRESSES = 32;

  private static final int FIN = 0x01;
  private static final int SYN = 0x02;
  private static final int RST = 0x04;
  private static final int ACK = 0x10;
  private static final int URG = 0x20;

  /** Options (RFC 9293 §3.1): the end of them, and one byte of filling. */
  private static final byte NO_MORE = 0;

  private static final byte FILLING = 1;

  private ByteBuffer memory;
  private int tcp;
  private int payload;
  private int end;
  private int flags;
  private long sumOfAddresses;

  /**
   * Reads the headers of a packet and checks them.
   *
   * @param packet big-endian
   * @param ip offset of the IP header
   * @param available bytes from there on; padding of a link may be among them
   * @return null if it is a segment that can be judged
   */
  public RefusalReason read(ByteBuffer packet, int ip, int available) {
    memory = packet;
    int length = Ip.statedLength(packet, ip, available);
    if (length > available || length < Ip.V4_HEADER + TCP_HEADER) {
      return RefusalReason.BAD_HEADER;
    }
    end = ip + length;
    return switch (packet.get(ip) >>> 4 & 0xf) {
      case 4 -> readIpv4(ip);
      case 6 -> readIpv6(ip, length);
      default -> RefusalReason.BAD_HEADER;
    };
  }

  private RefusalReason readIpv4(int ip) {
    int headerBytes = (memory.get(ip) & 0xf) * 4;
    tcp = ip + headerBytes;
    // Options may name another destination (source routes), or be read differently by the server.
    if (headerBytes != Ip.V4_HEADER || tcp + TCP_HEADER > end) {
      return RefusalReason.BAD_HEADER;
    }
    if ((memory.getShort(ip + Ip.V4_FRAGMENT) & Ip.V4_IS_FRAGMENT) != 0) {
      return RefusalReason.FRAGMENT;
    }
    if (memory.get(ip + Ip.V4_PROTOCOL) != TCP) {
      return RefusalReason.BAD_HEADER;
    }
    return Ip.isChecksumRightV4(memory, ip, headerBytes)
        ? readTcp(Ip.sum(memory, ip + Ip.V4_SOURCE, V4_PSEUDO_ADDRESSES))
        : RefusalReason.BAD_CHECKSUM;
  }

  private RefusalReason readIpv6(int ip, int length) {
    tcp = ip + Ip.V6_HEADER;
    int next = memory.get(ip + Ip.V6_NEXT_HEADER) & 0xff;
    if (next == Ip.FRAGMENT_HEADER) {
      return RefusalReason.FRAGMENT;
    }
    // An extension header may hide a fragment, or be read differently by the server.
    if (length < Ip.V6_HEADER + TCP_HEADER || next != TCP) {
      return RefusalReason.BAD_HEADER;
    }
    return readTcp(Ip.sum(memory, ip + Ip.V6_SOURCE, V6_PSEUDO_ADDRESSES));
  }

  private RefusalReason readTcp(long sum) {
    sumOfAddresses = sum;
    payload = tcp + (memory.get(tcp + 12) >>> 4 & 0xf) * 4;
    flags = memory.get(tcp + 13) & 0xff;
    if (payload < tcp + TCP_HEADER || payload > end || hasContradictingFlags()) {
      return RefusalReason.BAD_HEADER;
    }
    if (checksum() != 0) {
      return RefusalReason.BAD_CHECKSUM;
    }
    if (has(URG)) {
      return RefusalReason.URGENT_DATA;
    }
    return has(SYN) && payloadLength() > 0 ? RefusalReason.DATA_ON_SYN : null;
  }

  private int checksum() {
    return Ip.fold(sumOfAddresses + TCP + (end - tcp) + Ip.sum(memory, tcp, end - tcp));
  }

  private boolean hasContradictingFlags() {
    boolean isOpening = has(SYN);
    boolean needsNumber = !isOpening && !has(RST);
    return (isOpening && (has(FIN) || has(RST))) || (needsNumber && !has(ACK));
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Port of the sender. */
  public int sourcePort() {
    return memory.getShort(tcp) & 0xffff;
  }

  /** Port of the receiver. */
  public int destinationPort() {
    return memory.getShort(tcp + 2) & 0xffff;
  }

  /** Number of its first byte, or of its SYN. */
  public int sequence() {
    return memory.getInt(tcp + 4);
  }

  /** Number of the byte that its sender expects next; of use if {@link #isAcknowledgement}. */
  public int acknowledgement() {
    return memory.getInt(tcp + 8);
  }

  /** Offset of its bytes. */
  public int payloadOffset() {
    return payload;
  }

  /** Count of its bytes. */
  public int payloadLength() {
    return end - payload;
  }

  /** Asks for a connection, or answers that. */
  public boolean isOpening() {
    return has(SYN);
  }

  /** Has an acknowledgement number. */
  public boolean isAcknowledgement() {
    return has(ACK);
  }

  /** Its sender sends nothing behind it. */
  public boolean isLast() {
    return has(FIN);
  }

  /** Ends the connection at once. */
  public boolean isReset() {
    return has(RST);
  }

  /** Gives it another acknowledgement number. */
  public void acknowledge(int number) {
    memory.putInt(tcp + 8, number);
    refresh();
  }

  private void refresh() {
    memory.putShort(tcp + CHECKSUM, (short) 0);
    memory.putShort(tcp + CHECKSUM, (short) checksum());
  }

  /**
   * Has an option of one of these kinds.
   *
   * @param kinds a bit for each, of kinds below 64
   */
  public boolean hasOption(long kinds) {
    for (int at = firstOption(); at < payload; at = nextOption(at)) {
      if (isOneOf(memory.get(at), kinds)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes all options of some kinds out, as if its sender did not know them.
   *
   * @param kinds as above
   */
  public void removeOptions(long kinds) {
    boolean isChanged = false;
    int next;
    for (int at = firstOption(); at < payload; at = next) {
      next = nextOption(at);
      if (isOneOf(memory.get(at), kinds)) {
        isChanged = true;
        for (int i = at; i < next; i++) {
          memory.put(i, FILLING);
        }
      }
    }
    if (isChanged) {
      refresh();
    }
  }

  private static boolean isOneOf(byte kind, long kinds) {
    return kind >= 0 && kind < Long.SIZE && (kinds & 1L << kind) != 0;
  }

  private int firstOption() {
    return tcp + TCP_HEADER;
  }

  /** Offset of what follows an option; receivers read nothing behind one that cannot be read. */
  private int nextOption(int at) {
    byte kind = memory.get(at);
    if (kind == FILLING) {
      return at + 1;
    }
    int length = kind == NO_MORE || at + 1 == payload ? 0 : memory.get(at + 1) & 0xff;
    return length < 2 || at + length > payload ? payload : at + length;
  }
}
