package dev.rosa.wireshark;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PcapWriter;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.OverlayDatagram;
import dev.rosa.wire.active.Structure;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A capture under construction, with the result of the protocol's step 1 for each of its packets.
 */
final class CapturedPackets implements AutoCloseable {

  private static final int ROOM = 65_535;

  private final PcapWriter writer;
  private final ByteBuffer memory = ByteBuffer.allocate(ROOM);
  private final PacketBuffer buffer = new PacketBuffer(memory, 0, ROOM);
  private final ActivePacket packet = new ActivePacket();
  private final List<Structure> structures = new ArrayList<>();

  CapturedPackets(Path file) throws IOException {
    writer = PcapWriter.create(file, true);
  }

  /** Adds a packet with these bytes as UDP payload. */
  void add(InetAddress source, InetAddress destination, byte[] datagram) throws IOException {
    write(place(source, destination, datagram));
  }

  /** Adds one whose UDP header says another length than IP. */
  void addWithUdpLength(InetAddress source, InetAddress destination, byte[] datagram, int more)
      throws IOException {
    int length = place(source, destination, datagram);
    int at = ActivePacketWriter.overheadBytes(source instanceof Inet4Address) - 4;
    memory.putShort(at, (short) (memory.getShort(at) + more));
    write(length);
  }

  private int place(InetAddress source, InetAddress destination, byte[] datagram) {
    int header = ActivePacketWriter.write(memory, 0, source, destination, datagram.length);
    memory.put(header, datagram);
    return header + datagram.length;
  }

  private void write(int length) throws IOException {
    structures.add(packet.wrap(memory, 0, length));
    buffer.arrived(length, structures.size());
    writer.write(buffer);
  }

  /** Adds the packet as an overlay link carries it. */
  void addOverlay(InetAddress source, InetAddress destination, byte[] datagram) throws IOException {
    int length = place(source, destination, datagram);
    structures.add(packet.wrap(memory, 0, length));
    byte[] inner = new byte[length];
    memory.get(0, inner);
    InetAddress node = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    int header = ActivePacketWriter.write(memory, 0, node, node, length);
    memory.put(header, inner);
    memory.putShort(header - 8, (short) 40_000);
    memory.putShort(header - 6, (short) OverlayDatagram.PORT);
    buffer.arrived(header + length, structures.size());
    writer.write(buffer);
  }

  /** Results of {@link ActivePacket#wrap} for the packets that were added, in their order. */
  List<Structure> structures() {
    return structures;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
