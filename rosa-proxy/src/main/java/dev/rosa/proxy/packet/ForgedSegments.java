package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Segments that the proxy sends in the name of one end of a connection to the other one. Owned by
 * one thread.
 */
final class ForgedSegments {
  static final int FIN = 0x01;
  static final int SYN = 0x02;
  static final int RST = 0x04;
  static final int PSH = 0x08;
  static final int ACK = 0x10;

  private static final int TCP = 6;
  private static final int TCP_HEADER = 20;
  private static final int V4_ADDRESSES = 8;
  private static final int V6_ADDRESSES = 32;
  private static final int HOPS = 64;
  private static final short WINDOW = (short) 65_535;
  private static final byte[] NOTHING = {};

  private final Outgoing outgoing;

  ForgedSegments(Outgoing outgoing) {
    this.outgoing = outgoing;
  }

  /** Sends bytes to the client, as the server. */
  void toClient(
      Ends ends, int linkNumber, int flags, int sequence, int acknowledgement, byte[] bytes)
      throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, false, flags, sequence, acknowledgement, bytes);
    outgoing.made(packet, linkNumber, Verdict.PASS);
  }

  /** Sends a segment without bytes to the client, as the server. */
  void toClient(Ends ends, int linkNumber, int flags, int sequence, int acknowledgement)
      throws IOException {
    toClient(ends, linkNumber, flags, sequence, acknowledgement, NOTHING);
  }

  /** Resets the connection at the server, as the client. */
  void resetServer(Ends ends, int linkNumber, int sequence) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, RST, sequence, 0, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.PASS);
  }

  /** Sends an acknowledgement to the server, as the client. */
  void probeServer(Ends ends, int linkNumber, int sequence, int acknowledgement)
      throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, ACK, sequence, acknowledgement, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.PASS);
  }

  /**
   * Asks the server, as the client, which bytes it has. One that has all before {@code next} says
   * so; the kernel brings its packets.
   */
  void askServer(Ends ends, int linkNumber, int next, int acknowledgement) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, ACK, next - 1, acknowledgement, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.AWAIT);
  }

  /**
   * Resets the connection at the server, as the client, and lets the kernel forget that the
   * client's packets of it pass. A server that has got more by then ignores the reset.
   */
  void takeBack(Ends ends, int linkNumber, int sequence) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, RST, sequence, 0, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.ADMIT);
  }

  /** Lets the kernel forget that an answer is awaited. */
  void abandon(Ends ends, int linkNumber) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, false, RST, 0, 0, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.ABANDON);
  }

  /** Lets the kernel forget that a client may have connections. */
  void forget(Ends ends, int linkNumber) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, RST, 0, 0, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.FORGET);
  }

  /** Lets the kernel take one connection from the client's address to the server's port. */
  void openHole(Ends ends, int linkNumber) throws IOException {
    hole(ends, linkNumber, SYN);
  }

  /** Lets the kernel take none any more. */
  void closeHole(Ends ends, int linkNumber) throws IOException {
    hole(ends, linkNumber, RST);
  }

  private void hole(Ends ends, int linkNumber, int flags) throws IOException {
    PacketBuffer packet = outgoing.make();
    write(packet, ends, true, flags, 0, 0, NOTHING);
    outgoing.made(packet, linkNumber, Verdict.HOLE);
  }

  private static void write(
      PacketBuffer packet,
      Ends ends,
      boolean isFromClient,
      int flags,
      int sequence,
      int acknowledgement,
      byte[] bytes) {
    ByteBuffer memory = packet.memory();
    int ip = packet.offset();
    int tcp = ip + header(ends.isIpv4);
    memory.putShort(tcp, (short) (isFromClient ? ends.clientPort : ends.serverPort));
    memory.putShort(tcp + 2, (short) (isFromClient ? ends.serverPort : ends.clientPort));
    memory.putInt(tcp + 4, sequence).putInt(tcp + 8, acknowledgement);
    memory.putShort(tcp + 12, (short) (TCP_HEADER << 10 | flags));
    memory.putShort(tcp + 14, WINDOW).putInt(tcp + 16, 0);
    memory.put(tcp + TCP_HEADER, bytes);
    if (ends.isIpv4) {
      writeIpv4(memory, ip, ends, isFromClient);
    } else {
      writeIpv6(memory, ip, ends, isFromClient);
    }
    finish(packet, tcp, tcp + TCP_HEADER + bytes.length);
  }

  private static int header(boolean isIpv4) {
    return isIpv4 ? Ip.V4_HEADER : Ip.V6_HEADER;
  }

  private static void writeIpv4(ByteBuffer memory, int ip, Ends ends, boolean isFromClient) {
    memory.putShort(ip, (short) 0x4500);
    memory.putShort(ip + 4, (short) 0).putShort(ip + Ip.V4_FRAGMENT, (short) Ip.V4_DO_NOT_FRAGMENT);
    memory.put(ip + Ip.V4_TTL, (byte) HOPS).put(ip + Ip.V4_PROTOCOL, (byte) TCP);
    memory.putInt(ip + Ip.V4_SOURCE, (int) (isFromClient ? ends.clientLow : ends.serverLow));
    memory.putInt(ip + Ip.V4_DESTINATION, (int) (isFromClient ? ends.serverLow : ends.clientLow));
  }

  private static void writeIpv6(ByteBuffer memory, int ip, Ends ends, boolean isFromClient) {
    memory.putInt(ip, 0x60000000);
    memory.put(ip + Ip.V6_NEXT_HEADER, (byte) TCP).put(ip + Ip.V6_HOP_LIMIT, (byte) HOPS);
    int client = ip + (isFromClient ? Ip.V6_SOURCE : Ip.V6_DESTINATION);
    int server = ip + (isFromClient ? Ip.V6_DESTINATION : Ip.V6_SOURCE);
    memory.putLong(client, ends.clientHigh).putLong(client + 8, ends.clientLow);
    memory.putLong(server, ends.serverHigh).putLong(server + 8, ends.serverLow);
  }

  /** Writes lengths and checksums. */
  private static void finish(PacketBuffer packet, int tcp, int end) {
    ByteBuffer memory = packet.memory();
    int ip = packet.offset();
    int tcpBytes = end - tcp;
    long sum = (long) TCP + tcpBytes;
    if (Ip.isIpv4(memory, ip)) {
      memory.putShort(ip + Ip.V4_TOTAL_LENGTH, (short) (end - ip));
      Ip.refreshChecksumV4(memory, ip);
      sum += Ip.sum(memory, ip + Ip.V4_SOURCE, V4_ADDRESSES);
    } else {
      memory.putShort(ip + Ip.V6_PAYLOAD_LENGTH, (short) tcpBytes);
      sum += Ip.sum(memory, ip + Ip.V6_SOURCE, V6_ADDRESSES);
    }
    memory.putShort(tcp + 16, (short) 0);
    memory.putShort(tcp + 16, (short) Ip.fold(sum + Ip.sum(memory, tcp, tcpBytes)));
    packet.arrived(end - ip, 0);
  }
}
