package dev.rosa.client.demo.firewall.traffic;

import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.Udp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sender of frames with the address of another host: in each round a TCP SYN and a UDP datagram for
 * each of the addresses. Opened by the thread that uses it, in its network namespace.
 */
public final class FrameForger implements HostThread.Work {

  private static final int ETHERNET = 14;
  private static final int TCP = 6;
  private static final int TCP_BYTES = 20;
  private static final byte SYN = 2;
  private static final int TCP_PSEUDO_HEADER_BYTES = 12;
  private static final byte[] NO_READING = {'x', 'x', 'x', 'x'};
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 40_000;

  private final Forged forged;
  private final InetSocketAddress target;
  private final AtomicLong sent;
  private final OffHeap frame = OffHeap.allocate(128);
  private final long pauseMillis;
  private PacketSocket socket;
  private int round;

  /**
   * What the frames claim.
   *
   * @param link interface that they leave by
   * @param sourceMac MAC address that they come from, as 02:00:00:07:00:31
   * @param targetMac MAC address that they go to
   * @param sources IPv4 addresses
   */
  public record Forged(
      String link, String sourceMac, String targetMac, List<InetAddress> sources) {}

  /**
   * A forger.
   *
   * @param sent counts frames
   */
  public FrameForger(Forged forged, InetSocketAddress target, long pauseMillis, AtomicLong sent) {
    this.forged = forged;
    this.target = target;
    this.pauseMillis = pauseMillis;
    this.sent = sent;
  }

  @Override
  public void round() throws IOException, InterruptedException {
    if (socket == null) {
      socket = PacketSocket.open();
      NetworkInterface link = new NetworkInterface(socket, forged.link());
      socket.bind(link, link.index(), false);
    }
    round++;
    for (InetAddress source : forged.sources()) {
      send(syn(source));
      send(datagram(source));
    }
    TimeUnit.MILLISECONDS.sleep(pauseMillis);
  }

  private void send(int bytes) throws IOException {
    socket.send(frame, bytes);
    sent.incrementAndGet();
  }

  private int port() {
    return FIRST_PORT + round % PORTS;
  }

  /** Writes a TCP SYN; returns the frame's length. */
  private int syn(InetAddress source) {
    ByteBuffer memory = packet(source, TCP, TCP_BYTES);
    int tcp = ETHERNET + Ip.V4_HEADER;
    memory.putShort(tcp, (short) port()).putShort(tcp + 2, (short) target.getPort());
    memory.putInt(tcp + 4, round).putInt(tcp + 8, 0);
    memory.put(tcp + 12, (byte) 0x50).put(tcp + 13, SYN).putShort(tcp + 14, (short) 0xffff);
    memory.putShort(tcp + 16, (short) 0).putShort(tcp + 18, (short) 0);
    memory.putShort(tcp + 16, (short) tcpChecksum(memory, tcp));
    return tcp + TCP_BYTES;
  }

  private static int tcpChecksum(ByteBuffer memory, int tcp) {
    ByteBuffer summed = ByteBuffer.allocate(TCP_PSEUDO_HEADER_BYTES + TCP_BYTES);
    summed.putLong(memory.getLong(ETHERNET + Ip.V4_SOURCE));
    summed.putShort((short) TCP).putShort((short) TCP_BYTES);
    for (int i = 0; i < TCP_BYTES; i++) {
      summed.put(memory.get(tcp + i));
    }
    return Ip.fold(Ip.sum(summed, 0, summed.capacity()));
  }

  /** Writes a datagram that is no reading; returns the frame's length. */
  private int datagram(InetAddress source) {
    int bytes = Udp.HEADER + NO_READING.length;
    ByteBuffer memory = packet(source, Ip.UDP, bytes);
    int udp = ETHERNET + Ip.V4_HEADER;
    memory.putShort(udp + Udp.SOURCE_PORT, (short) port());
    memory.putShort(udp + Udp.DESTINATION_PORT, (short) target.getPort());
    memory.putShort(udp + Udp.LENGTH, (short) bytes).putShort(udp + Udp.CHECKSUM, (short) 0);
    for (int i = 0; i < NO_READING.length; i++) {
      memory.put(udp + Udp.HEADER + i, NO_READING[i]);
    }
    return udp + bytes;
  }

  private static byte[] mac(String text) {
    return HexFormat.ofDelimiter(":").parseHex(text);
  }

  private ByteBuffer packet(InetAddress source, int protocol, int payloadBytes) {
    ByteBuffer memory = frame.buffer().order(ByteOrder.BIG_ENDIAN);
    memory.put(0, mac(forged.targetMac())).put(6, mac(forged.sourceMac()));
    memory.putShort(12, (short) 0x0800);
    int ip = ETHERNET;
    memory.put(ip, (byte) 0x45).put(ip + 1, (byte) 0);
    memory.putShort(ip + Ip.V4_TOTAL_LENGTH, (short) (Ip.V4_HEADER + payloadBytes));
    memory.putShort(ip + 4, (short) round).putShort(ip + Ip.V4_FRAGMENT, (short) 0);
    memory.put(ip + Ip.V4_TTL, (byte) 64).put(ip + Ip.V4_PROTOCOL, (byte) protocol);
    memory.put(ip + Ip.V4_SOURCE, source.getAddress());
    memory.put(ip + Ip.V4_DESTINATION, target.getAddress().getAddress());
    Ip.refreshChecksumV4(memory, ip);
    return memory;
  }
}
