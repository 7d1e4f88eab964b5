package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The walk through a ring that the test has written. */
class RingReaderTest {

  private static final int BLOCK_BYTES = 4_096;
  private static final int ARP = 0x0806;
  private static final int PACKET_BYTES = 512;

  private final FakeRing ring = new FakeRing(BLOCK_BYTES, 4);
  private final RingReader reader = ring.reader();
  private final PacketBatch batch = new PacketBatch(4, PACKET_BYTES);

  /** What a receive call does. */
  private int receive() {
    batch.setSize(0);
    reader.release();
    reader.fill(batch, 7);
    return batch.size();
  }

  private int mark(int index) {
    PacketBuffer packet = batch.buffer(index);
    return packet.memory().get(packet.offset() + packet.length() - 1);
  }

  private static byte[] bytesOf(PacketBuffer packet) {
    byte[] bytes = new byte[packet.length()];
    packet.memory().get(packet.offset(), bytes);
    return bytes;
  }

  @Test
  void shouldHandOutAllPacketsOfABlockWhereTheyStand() {
    ring.packet(FakeRing.ipv4(1, 100)).packet(FakeRing.ipv4(2, 200)).handOver();

    assertEquals(2, receive());

    assertSame(ring.memory(), batch.buffer(0).memory());
    assertArrayEquals(FakeRing.ipv4(1, 100), bytesOf(batch.buffer(0)));
    assertArrayEquals(FakeRing.ipv4(2, 200), bytesOf(batch.buffer(1)));
    assertEquals(7, batch.buffer(1).arrivalNanos());
  }

  @Test
  void shouldFindNothingInABlockThatIsTheKernels() {
    ring.packet(FakeRing.ipv4(1, 100));

    assertFalse(reader.isReady());
    assertEquals(0, receive());
  }

  @Test
  void shouldGiveABlockBackAtTheNextReceive() {
    ring.packet(FakeRing.ipv4(1, 100)).handOver();

    receive();
    assertFalse(ring.isKernels(0));
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldKeepABlockUntilItsLastPacketHasBeenWorkedOn() {
    for (int i = 0; i < 6; i++) {
      ring.packet(FakeRing.ipv4(i, 100));
    }
    ring.handOver();

    assertEquals(4, receive());
    assertTrue(reader.isReady());
    assertEquals(2, receive());
    assertEquals(5, mark(1));
    assertFalse(ring.isKernels(0));
    assertEquals(0, receive());
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldGoRoundTheRing() {
    for (int i = 0; i < 11; i++) {
      ring.packet(FakeRing.ipv4(i, 60 + i)).handOver();

      assertEquals(1, receive());
      assertEquals(i, mark(0));
    }
  }

  @Test
  void shouldLeaveTheKernelMostOfTheRing() {
    for (int i = 0; i < 4; i++) {
      ring.packet(FakeRing.ipv4(i, 100)).handOver();
    }

    assertEquals(1, receive());
    assertEquals(0, mark(0));
    assertEquals(1, receive());
    assertEquals(1, mark(0));
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldLeaveOutWhatIsNoIp() {
    ring.frame(ARP, new byte[46], 0, 46)
        .packet(FakeRing.ipv4(3, 100))
        .frame(Heartbeat.ETHERTYPE, new byte[46], 0, 46)
        .handOver();

    assertEquals(1, receive());
    assertEquals(3, mark(0));
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldLeaveOutWhatTheFrameCallsAnotherVersionThanThePacket() {
    byte[] ipv4 = FakeRing.ipv4(1, 100);
    ring.frame(0x86dd, ipv4, 0, ipv4.length).packet(FakeRing.ipv4(2, 100)).handOver();
    assertEquals(1, receive());
    assertEquals(2, mark(0));
  }

  @Test
  void shouldGetPastABlockWithNothingInIt() {
    ring.handOver();
    ring.frame(ARP, new byte[46], 0, 46).handOver();
    ring.packet(FakeRing.ipv4(5, 100)).handOver();

    int received = 0;
    for (int i = 0; i < 3; i++) {
      received += receive();
    }
    assertEquals(1, received);
  }

  @Test
  void shouldMakeATruncatedPacketLongerThanAnyBuffer() {
    byte[] part = Arrays.copyOf(FakeRing.ipv4(1, 400), 100);
    ring.frame(0x0800, part, 0, 400).packet(FakeRing.ipv4(2, 100)).handOver();

    assertEquals(2, receive());
    assertTrue(batch.buffer(0).length() > batch.buffer(0).capacity());
    assertEquals(2, mark(1));
  }

  @Test
  void shouldLeaveOutPadding() {
    byte[] padded = Arrays.copyOf(FakeRing.ipv4(1, 30), 46);
    ring.frame(0x0800, padded, 0, 46).handOver();

    receive();

    assertEquals(30, batch.buffer(0).length());
  }

  @Test
  void shouldGiveRoomUpToTheNextFrameOnly() {
    ring.packet(FakeRing.ipv4(1, 101)).packet(FakeRing.ipv4(2, 101)).handOver();
    receive();

    PacketBuffer first = batch.buffer(0);
    PacketBuffer second = batch.buffer(1);
    for (int i = 0; i < first.room(); i++) {
      first.memory().put(first.offset() + i, (byte) 0xee);
    }

    assertTrue(first.room() >= 101 && first.room() < 101 + 16);
    assertArrayEquals(FakeRing.ipv4(2, 101), bytesOf(second));
    assertEquals(BLOCK_BYTES, second.offset() + second.room());
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldCompleteAPartialChecksumAndLeaveOthersAlone() {
    byte[] packet = FakeRing.ipv4(9, 40);
    ByteBuffer.wrap(packet).put(9, (byte) 17).putShort(24, (short) 20).putShort(26, (short) 0x1234);
    ring.frame(0x0800, packet, RingReader.STATUS_CHECKSUM_NOT_READY, 40).packet(packet).handOver();

    receive();

    // 20 (length) + 0x1234 (what the kernel summed up) + 9 (the last byte), complemented.
    ByteBuffer memory = ring.memory();
    assertEquals(0xffff - 20 - 0x1234 - 9, memory.getShort(batch.buffer(0).offset() + 26) & 0xffff);
    assertEquals(0x1234, memory.getShort(batch.buffer(1).offset() + 26));
  }
}
