package dev.rosa.packetio;

import dev.rosa.wire.active.ActivePacketWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** Small IP packets for tests: Router Alert, UDP to port 3322, a payload of the test's choice. */
final class IpPackets {

  static final int TTL_OFFSET = 8;
  static final int HOP_LIMIT_OFFSET = 7;

  private IpPackets() {}

  static byte[] packet(String source, String destination, int payloadBytes) {
    ByteBuffer memory = ByteBuffer.allocate(payloadBytes + 100);
    int payload =
        ActivePacketWriter.write(memory, 0, address(source), address(destination), payloadBytes);
    byte[] packet = new byte[payload + payloadBytes];
    memory.get(0, packet);
    return packet;
  }

  /** An IPv4 UDP datagram without options, as an overlay link's is when captured. */
  static byte[] datagram(int port, byte[] payload) {
    ByteBuffer packet = ByteBuffer.allocate(28 + payload.length);
    packet.put((byte) 0x45).put((byte) 0).putShort((short) packet.capacity()).putInt(0);
    packet.put((byte) 64).put((byte) 17).putShort((short) 0);
    packet.putInt(0x7f000001).putInt(0x7f000001);
    packet.putShort((short) 40_000).putShort((short) port);
    packet.putShort((short) (8 + payload.length)).putShort((short) 0);
    packet.put(payload);
    return packet.array();
  }

  static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static byte[] bytesOf(PacketBuffer packet) {
    byte[] bytes = new byte[Math.min(packet.length(), packet.capacity())];
    packet.memory().get(packet.offset(), bytes);
    return bytes;
  }

  /** Fate of each packet of a batch. */
  static List<PacketBuffer.Fate> fates(PacketBatch batch) {
    return IntStream.range(0, batch.size()).mapToObj(i -> batch.buffer(i).fate()).toList();
  }

  static void put(PacketBatch batch, byte[] packet) {
    PacketBuffer buffer = batch.add();
    buffer.memory().put(buffer.offset(), packet);
    buffer.arrived(packet.length, 0);
    buffer.setFate(PacketBuffer.Fate.FORWARD);
  }
}
