package dev.rosa.packetio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes captures for tests, and reads packets out of them. Stateless. */
final class Captures {

  static final int OVERLAY_PORT = 3400;

  private Captures() {}

  /** One with times in microseconds, in Intel's byte order. */
  static Capture capture(int linkType) {
    return new Capture(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, linkType);
  }

  static byte[] concat(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  static byte[] ethernet(int type, byte[]... rest) {
    byte[] header = new byte[14];
    header[12] = (byte) (type >> 8);
    header[13] = (byte) type;
    return concat(header, concat(rest));
  }

  /** Opens one to be read into another. */
  static PcapPacketIo open(Path from, Path into) throws IOException {
    PcapReader in = PcapReader.open(from);
    return PcapPacketIo.open(in, PcapWriter.create(into, in.hasNanos()), OVERLAY_PORT, () -> false);
  }

  /** All that is still to come. */
  static List<byte[]> packetsOf(PcapPacketIo io) throws IOException {
    List<byte[]> packets = new ArrayList<>();
    PacketBatch batch = new PacketBatch(4, 2_048);
    while (io.receive(batch, 10)) {
      for (int i = 0; i < batch.size(); i++) {
        packets.add(IpPackets.bytesOf(batch.buffer(i)));
      }
    }
    return packets;
  }
}
