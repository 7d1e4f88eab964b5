package dev.rosa.rings;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import dev.rosa.packetio.RingPacketIo;
import java.io.IOException;
import java.util.HexFormat;

/**
 * Echo of everything that arrives at an interface, until it is killed: shows the cost of diverting
 * a packet through Java without work on it. Arguments: interface, destination MAC address, packets
 * a batch.
 */
public final class RingEcho {

  private RingEcho() {}

  /** Runs until it is killed. */
  public static void main(String[] arguments) throws IOException {
    byte[] returnTo = HexFormat.ofDelimiter(":").parseHex(arguments[1]);
    RingOptions options =
        new RingOptions(
            arguments[0], returnTo, RingOptions.DEFAULT_RING_BYTES, 0, RingFormat.ACTIVE);
    PacketBatch batch = new PacketBatch(Integer.parseInt(arguments[2]), 2_048);
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo io = RingPacketIo.attach(sockets, 0, options)) {
      while (io.receive(batch, 100)) {
        for (int i = 0; i < batch.size(); i++) {
          batch.buffer(i).proved();
          batch.buffer(i).setFate(Fate.FORWARD);
        }
        io.send(batch);
      }
    }
  }
}
