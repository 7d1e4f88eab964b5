package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PcapPacketIo;
import dev.rosa.packetio.PcapReader;
import dev.rosa.packetio.PcapWriter;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.OverlayDatagram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fuzz target of captures. A capture is refused with an {@link IOException} that names the file, or
 * read frame by frame, none larger than permitted, and written again.
 */
public final class PcapFuzzer {

  private static final int BATCH = 4;
  private static final int PACKET_BYTES = 2_048;
  private static final int[] LINK_TYPES = {0, 1, 101, 113, 276};
  private static final PacketBatch PACKETS = new PacketBatch(BATCH, PACKET_BYTES);

  private PcapFuzzer() {}

  /** A capture of genuine packets for each byte order, with micro- and nanoseconds. */
  static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (int linkType : LINK_TYPES) {
      seeds.add(capture(0xa1b2c3d4, ByteOrder.BIG_ENDIAN, linkType));
      seeds.add(capture(0xa1b23c4d, ByteOrder.LITTLE_ENDIAN, linkType));
    }
    return seeds;
  }

  private static byte[] capture(int magic, ByteOrder order, int linkType) {
    byte[] frame = SealedPackets.all().get(4).bytes();
    ByteBuffer out = ByteBuffer.allocate(24 + 2 * (16 + frame.length)).order(order);
    out.putInt(magic).putShort((short) 2).putShort((short) 4);
    out.putInt(0).putInt(0).putInt(65_535).putInt(linkType);
    for (int second = 1; second <= 2; second++) {
      out.putInt(second).putInt(5).putInt(frame.length).putInt(frame.length).put(frame);
    }
    return out.array();
  }

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) throws IOException {
    Path in = Scratch.write("in.pcap", data.consumeRemainingAsBytes());
    try {
      replay(in, in.resolveSibling("out.pcap"));
    } catch (IOException e) {
      Refusals.check(e);
      if (!e.getMessage().startsWith(in.toString())) {
        throw new AssertionError("the refusal does not begin with the file", e);
      }
    }
  }

  private static void replay(Path in, Path out) throws IOException {
    PcapReader reader = PcapReader.open(in);
    try (PcapPacketIo io =
        PcapPacketIo.open(
            reader, PcapWriter.create(out, reader.hasNanos()), OverlayDatagram.PORT, () -> false)) {
      ActivePacket packet = new ActivePacket();
      while (io.receive(PACKETS, 0)) {
        for (int i = 0; i < PACKETS.size(); i++) {
          look(PACKETS.buffer(i), packet);
        }
        io.send(PACKETS);
      }
    } finally {
      reader.close();
    }
  }

  private static void look(PacketBuffer buffer, ActivePacket packet) {
    if (buffer.length() < 0) {
      throw new AssertionError("a packet of negative length");
    }
    if (buffer.length() <= buffer.capacity()) {
      packet.wrap(buffer.memory(), buffer.offset(), buffer.length());
      buffer.setFate(PacketBuffer.Fate.FORWARD);
    }
  }
}
