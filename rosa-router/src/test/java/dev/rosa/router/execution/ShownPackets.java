package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.api.SessionState;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.pipeline.QueuePacketIo;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;

/** Packets as active code sees them, one after the other. */
final class ShownPackets {

  private ByteBuffer shown;

  /** The bytes of the newest one, also after code has changed them. */
  ByteBuffer bytes() {
    return shown;
  }

  /** A packet of session 7, sequence 4, for port 5, with a payload of 0, 1, 2, 255. */
  PacketContext next(Grant grant, Suite suite) {
    int udpBytes = 8 + 80 + suite.nonceBytes() + 4 + suite.tagBytes();
    shown = ByteBuffer.allocate(2048);
    shown.put((byte) 0x46).put((byte) 0).putShort((short) (24 + udpBytes));
    shown.putShort((short) 0).putShort((short) 0x4000).put((byte) 64).put((byte) 17);
    shown.putShort((short) 0).putInt(0x0a000101).putInt(0x0a000201).putInt(0x94040000);
    shown
        .putShort((short) 5000)
        .putShort((short) 3322)
        .putShort((short) udpBytes)
        .putShort((short) 0);
    shown.putShort((short) 0x524f).put((byte) 1).put((byte) suite.id());
    shown.putShort((short) 5).putShort((short) 4).putInt(17).putInt(1).putInt(0).putInt(0);
    shown.putLong(7).put(new byte[32]).putLong(grant.bits()).putLong(4);
    shown.put(new byte[suite.nonceBytes()]).put(new byte[] {0, 1, 2, (byte) 0xff});
    Ip.refreshChecksumV4(shown, 0);
    ActivePacket packet = new ActivePacket();
    assertEquals(Structure.ACTIVE, packet.wrap(shown, 0, 24 + udpBytes));
    PacketContext context = new PacketContext(1500, new QueuePacketIo());
    PacketBuffer buffer = new PacketBuffer(shown, 0, packet.ipLength() + 96);
    context.showInPlace(packet, buffer, grant.mayKeepState() ? new long[SessionState.SLOTS] : null);
    return context;
  }
}
