package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PacketBufferTest {

  private static final int HOME = 20;
  private static final int CAPACITY = 200;

  private final ByteBuffer memory = ByteBuffer.allocateDirect(HOME + CAPACITY);
  private final PacketBuffer buffer = new PacketBuffer(memory, HOME, CAPACITY);

  /** A packet with eight bytes of options behind Router Alert. */
  private static byte[] withOptions(byte[] genuine) {
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 8);
    copy.put(genuine, 0, 24).putLong(0x0101_0101_0101_0101L);
    copy.put(genuine, 24, genuine.length - 24);
    copy.put(0, (byte) 0x48).putShort(2, (short) copy.capacity());
    Ip.refreshChecksumV4(copy, 0);
    return copy.array();
  }

  @Test
  void shouldHaveAllRoomAgainWhenAPacketThatBeginsLaterMovesHome() {
    byte[] genuine = FlowPackets.ipv4(1, 1, 100);
    Ip.refreshChecksumV4(ByteBuffer.wrap(genuine), 0);
    byte[] arrived = withOptions(genuine);
    memory.put(HOME, arrived);
    buffer.arrived(arrived.length, 0);

    assertEquals(8, buffer.restoreHeader());
    assertEquals(CAPACITY - 8, buffer.room());
    buffer.moveHome();

    assertEquals(HOME, buffer.offset());
    assertEquals(CAPACITY, buffer.room());
    byte[] there = new byte[buffer.length()];
    memory.get(HOME, there);
    byte[] restored = genuine.clone();
    restored[8] = 64;
    Ip.refreshChecksumV4(ByteBuffer.wrap(restored), 0);
    assertArrayEquals(restored, there);
  }

  private void pointAtPacketWithHeadroom() {
    buffer.pointAt(ByteBuffer.allocate(400), 100, 300, 50, 0);
    buffer.setHeadroom(40);
  }

  @Test
  void shouldGrowInFrontAsFarAsThereIsHeadroom() {
    pointAtPacketWithHeadroom();

    buffer.beginEarlier(28);

    assertEquals(72, buffer.offset());
    assertEquals(78, buffer.length());
    assertEquals(328, buffer.room());
    assertEquals(12, buffer.headroom());
    assertThrows(IllegalArgumentException.class, () -> buffer.beginEarlier(13));
    assertThrows(IllegalArgumentException.class, () -> buffer.beginEarlier(-1));
  }

  @Test
  void shouldHaveMoreHeadroomWhenItsOuterHeaderIsGone() {
    pointAtPacketWithHeadroom();

    buffer.beginLater(28);

    assertEquals(128, buffer.offset());
    assertEquals(22, buffer.length());
    assertEquals(68, buffer.headroom());
    assertThrows(IllegalArgumentException.class, () -> buffer.beginLater(23));
  }

  @Test
  void shouldHaveNoHeadroomWhereverItIsPointedWithout() {
    pointAtPacketWithHeadroom();

    buffer.pointAt(ByteBuffer.allocate(400), 100, 300, 50, 0);

    assertEquals(0, buffer.headroom());
  }
}
