package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketIo;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Bounds on the length that code may give a packet. */
class PacketContextTest {

  private static final int PAYLOAD = 100;
  private static final int CAPACITY = 2_048;
  private static final long MAY_MODIFY = 2;

  private final ByteBuffer memory = ByteBuffer.allocate(CAPACITY);
  private final NextLink next = new NextLink();
  private final PacketContext context = new PacketContext(CAPACITY, next);
  private int headerBytes;

  /** A link to a next node that carries packets of some length, and counts who asks. */
  private static final class NextLink implements PacketIo {
    private int longest = CAPACITY;
    private int asked;

    @Override
    public boolean receive(PacketBatch batch, long waitMillis) {
      return false;
    }

    @Override
    public void send(PacketBatch batch) {}

    @Override
    public int longestTo(PacketBuffer packet) {
      asked++;
      return longest;
    }

    @Override
    public void wakeUp() {}

    @Override
    public void close() {}
  }

  private void show() throws UnknownHostException {
    Suite suite = Suite.HMAC_SHA256;
    int udp = RosaHeader.BYTES + PAYLOAD + suite.tagBytes();
    InetAddress address = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
    int header = ActivePacketWriter.write(memory, 0, address, address, udp);
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) suite.id());
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) PAYLOAD);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, MAY_MODIFY);
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, 1);
    ActivePacket packet = new ActivePacket();
    assertEquals(Structure.ACTIVE, packet.wrap(memory, 0, header + udp));
    headerBytes = packet.ipLength() - PAYLOAD;
    context.showInPlace(packet, new PacketBuffer(memory, 0, CAPACITY), null);
  }

  @Test
  void shouldLetAPacketGrowToWhatTheNextLinkCarries() throws UnknownHostException {
    show();
    next.longest = headerBytes + PAYLOAD + 20;
    assertEquals(PAYLOAD + 20, context.maxPayloadLength());
    context.replacePayload(new byte[PAYLOAD + 20], 0, PAYLOAD + 20);
    assertEquals(1, next.asked);
  }

  @Test
  void shouldRefuseCodeThatMakesAPacketTooLongForTheNextLink() throws UnknownHostException {
    show();
    next.longest = headerBytes + PAYLOAD + 20;
    byte[] longer = new byte[PAYLOAD + 21];
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> context.replacePayload(longer, 0, longer.length));
    assertEquals("a payload of 121 bytes; this packet takes 120", e.getMessage());
  }

  @Test
  void shouldAskNothingOfTheLinkWhenAPacketDoesNotGrow() throws UnknownHostException {
    show();
    context.replacePayload(new byte[PAYLOAD], 0, PAYLOAD);
    assertEquals(0, next.asked);
  }

  @Test
  void shouldLetAPacketStayAsLongAsItCame() throws UnknownHostException {
    show();
    next.longest = headerBytes + PAYLOAD - 1;
    assertEquals(PAYLOAD, context.maxPayloadLength());
  }
}
