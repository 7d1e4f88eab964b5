package dev.rosa.rings;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingPacketIo;
import dev.rosa.wire.ip.FlowShape;
import dev.rosa.wire.ip.Ip;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scenarios of packets that travel inside UDP datagrams, as those of a tunnel do: an outer header
 * goes into the slot's headroom, and comes off again. Owned by one thread.
 */
final class TunnelScenarios {

  private static final int OUTER_BYTES = 28;
  private static final int PORT = 4_500;
  private static final int GATEWAY = 0x0a09_0902;
  private static final int HERE = 0x0a09_0901;
  private static final RingFormat TUNNEL =
      new RingFormat(64, FlowShape.UDP, RingFormat.Fanout.SESSION);

  /** Few enough for the socket's buffer. */
  private static final int PACKETS = 48;

  private final RingLab lab;

  TunnelScenarios(RingLab lab) {
    this.lab = lab;
  }

  /** Packets get an outer header in place and leave together; the kernel cuts them up again. */
  void enter() throws Exception {
    addressLink();
    List<byte[]> inner = inner();
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo gateway = lab.router(sockets, 0, TUNNEL);
        DatagramSocket socket = new DatagramSocket(new InetSocketAddress("10.9.9.1", PORT))) {
      lab.inject(inner);
      lab.echo(gateway, PACKETS, (packet, i) -> wrap(packet));
      for (byte[] packet : inner) {
        RingLab.require(Arrays.equals(packet, received(socket)), "another datagram");
      }
      int frames = lab.tap.ipFrames(1).size();
      RingLab.require(frames < PACKETS / 4, frames + " frames");
    }
  }

  private static void addressLink() throws Exception {
    LabLink.ip("addr", "add", "10.9.9.1/24", "dev", LabLink.KERNEL_END);
    LabLink.ip("link", "set", "lo", "up");
  }

  private List<byte[]> inner() {
    List<byte[]> inner = new ArrayList<>();
    for (int i = 0; i < PACKETS; i++) {
      inner.add(lab.packets.of(i % 2 == 0, false, i, i % 2 == 0 ? 620 : 600));
    }
    return inner;
  }

  private static byte[] received(DatagramSocket socket) throws Exception {
    DatagramPacket datagram = new DatagramPacket(new byte[RingLab.MTU], RingLab.MTU);
    socket.setSoTimeout(60_000);
    socket.receive(datagram);
    return Arrays.copyOf(datagram.getData(), datagram.getLength());
  }

  private static void wrap(PacketBuffer packet) {
    RingLab.require(packet.headroom() == TUNNEL.headroomBytes(), "headroom");
    packet.beginEarlier(OUTER_BYTES);
    putOuter(packet.memory(), packet.offset(), packet.length());
    packet.proved();
  }

  private static void putOuter(ByteBuffer memory, int at, int length) {
    memory.putShort(at, (short) 0x4500).putShort(at + 2, (short) length);
    memory.putInt(at + 4, 0x4000).putInt(at + 8, 0x4011_0000);
    memory.putInt(at + 12, GATEWAY).putInt(at + 16, HERE);
    memory.putShort(at + 20, (short) PORT).putShort(at + 22, (short) PORT);
    memory.putShort(at + 24, (short) (length - 20)).putShort(at + 26, (short) 0);
    Ip.refreshChecksumV4(memory, at);
  }

  /** Packets lose their outer header in place, and leave with the EtherType of the inner one. */
  void leave() throws Exception {
    addressLink();
    List<byte[]> inner = inner();
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo gateway = lab.router(sockets, 0, TUNNEL)) {
      lab.inject(inner.stream().map(TunnelScenarios::wrapped).toList());
      lab.echo(gateway, PACKETS, (packet, i) -> packet.beginLater(OUTER_BYTES));
      List<byte[]> back = lab.tap.ipFrames(PACKETS);
      for (int i = 0; i < PACKETS; i++) {
        byte[] frame = back.get(i);
        RingLab.require(FrameTap.type(frame) == (i % 2 == 0 ? 0x0800 : 0x86dd), "type");
        byte[] packet = Arrays.copyOfRange(frame, 14, frame.length);
        RingLab.require(Arrays.equals(inner.get(i), packet), "another packet");
      }
    }
  }

  private static byte[] wrapped(byte[] packet) {
    ByteBuffer outer = ByteBuffer.allocate(OUTER_BYTES + packet.length).put(OUTER_BYTES, packet);
    putOuter(outer, 0, outer.capacity());
    return outer.array();
  }
}
