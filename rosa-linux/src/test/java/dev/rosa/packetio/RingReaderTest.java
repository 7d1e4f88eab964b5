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

  private static final int SLOT_BYTES = 512;
  private static final int ARP = 0x0806;
  private static final int PACKET_BYTES = 512;

  private final FakeRing ring = new FakeRing(SLOT_BYTES, 16);
  private final RingReader reader = ring.reader();
  private final PacketBatch batch = new PacketBatch(4, PACKET_BYTES);

  /** Reads as a receive call does. */
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
  void shouldHandOutPacketsWhereTheyStand() {
    ring.packet(FakeRing.ipv4(1, 100)).packet(FakeRing.ipv4(2, 200));

    assertEquals(2, receive());

    assertSame(ring.memory(), batch.buffer(0).memory());
    assertArrayEquals(FakeRing.ipv4(1, 100), bytesOf(batch.buffer(0)));
    assertArrayEquals(FakeRing.ipv4(2, 200), bytesOf(batch.buffer(1)));
    assertEquals(7, batch.buffer(1).arrivalNanos());
  }

  @Test
  void shouldFindNothingWhereAllIsTheKernels() {
    assertFalse(reader.isReady());
    assertEquals(0, receive());
  }

  @Test
  void shouldGiveASlotBackAtTheNextReceive() {
    ring.packet(FakeRing.ipv4(1, 100));

    receive();
    assertFalse(ring.isKernels(0));
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldGoRoundTheRing() {
    for (int i = 0; i < 40; i++) {
      ring.packet(FakeRing.ipv4(i, 60 + i));

      assertEquals(1, receive());
      assertEquals(i, mark(0));
    }
  }

  @Test
  void shouldGoRoundTheRingWithSeveralAtATime() {
    for (int i = 0; i < 39; i += 3) {
      ring.packet(FakeRing.ipv4(i, 60)).packet(FakeRing.ipv4(i + 1, 60));
      ring.packet(FakeRing.ipv4(i + 2, 60));

      assertEquals(3, receive());
      assertEquals(i + 2, mark(2));
    }
  }

  @Test
  void shouldLeaveTheKernelMostOfTheRing() {
    PacketBatch large = new PacketBatch(16, PACKET_BYTES);
    for (int i = 0; i < 16; i++) {
      ring.packet(FakeRing.ipv4(i, 100));
    }

    reader.fill(large, 7);
    assertEquals(4, large.size());
    reader.release();
    reader.fill(large, 7);
    assertEquals(8, large.size());
    assertTrue(ring.isKernels(0) && ring.isKernels(3));
    assertFalse(ring.isKernels(4));
  }

  @Test
  void shouldLeaveOutAndCountPacketsThatNoDiversionHasSent() {
    ring.from(new byte[6])
        .packet(FakeRing.ipv4(1, 100))
        .from(IngressAddressTest.bytes(IngressAddress.NONE))
        .packet(FakeRing.ipv4(2, 100))
        .from(IngressAddressTest.bytes(IngressAddress.MOST))
        .packet(FakeRing.ipv4(3, 100));
    ring.from(new byte[6]).packet(FakeRing.ipv4(4, 100)).frame(ARP, new byte[46], 0, 46);

    assertEquals(1, receive());
    assertEquals(3, mark(0));
    assertEquals(3, reader.undiverted());
    receive();
    assertTrue(ring.isKernels(4));
  }

  @Test
  void shouldLeaveOutWhatIsNoIp() {
    ring.frame(ARP, new byte[46], 0, 46)
        .packet(FakeRing.ipv4(3, 100))
        .frame(Heartbeat.ETHERTYPE, new byte[46], 0, 46);

    assertEquals(1, receive());
    assertEquals(3, mark(0));
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldLeaveOutWhatTheFrameCallsAnotherVersionThanThePacket() {
    byte[] ipv4 = FakeRing.ipv4(1, 100);
    ring.frame(0x86dd, ipv4, 0, ipv4.length).packet(FakeRing.ipv4(2, 100));
    assertEquals(1, receive());
    assertEquals(2, mark(0));
  }

  @Test
  void shouldGiveBackAtOnceWhatIsNoIpAndBehindNothing() {
    for (int i = 0; i < 100; i++) {
      ring.frame(ARP, new byte[46], 0, 46);
      reader.fill(batch, 7);
      assertTrue(ring.isKernels(i % 16));
    }
    ring.packet(FakeRing.ipv4(5, 100)).frame(ARP, new byte[46], 0, 46);
    reader.fill(batch, 7);
    assertFalse(ring.isKernels(101 % 16));
    assertEquals(0, receive());
    assertTrue(ring.isKernels(100 % 16) && ring.isKernels(101 % 16));
  }

  @Test
  void shouldMakeATruncatedPacketLongerThanAnyBuffer() {
    byte[] part = Arrays.copyOf(FakeRing.ipv4(1, 400), 100);
    ring.frame(0x0800, part, 0, 400).packet(FakeRing.ipv4(2, 100));

    assertEquals(2, receive());
    assertTrue(batch.buffer(0).length() > batch.buffer(0).capacity());
    assertEquals(2, mark(1));
  }

  @Test
  void shouldLeaveOutPadding() {
    byte[] padded = Arrays.copyOf(FakeRing.ipv4(1, 30), 46);
    ring.frame(0x0800, padded, 0, 46);

    receive();

    assertEquals(30, batch.buffer(0).length());
  }

  @Test
  void shouldGiveTheHeadroomThatWasAskedFor() {
    FakeRing tunnel = new FakeRing(SLOT_BYTES, 16, 64);
    tunnel.packet(FakeRing.ipv4(1, 100));
    tunnel.reader().fill(batch, 7);
    PacketBuffer packet = batch.buffer(0);

    assertArrayEquals(FakeRing.ipv4(1, 100), bytesOf(packet));
    assertEquals(64, packet.headroom());
    packet.moveHome();
    assertEquals(0, packet.headroom());
  }

  @Test
  void shouldGiveNoHeadroomThatWasNotAskedFor() {
    ring.packet(FakeRing.ipv4(1, 100));

    receive();

    assertEquals(0, batch.buffer(0).headroom());
  }

  @Test
  void shouldGiveRoomUpToTheEndOfTheSlotOnly() {
    ring.packet(FakeRing.ipv4(1, 101)).packet(FakeRing.ipv4(2, 101));
    receive();

    PacketBuffer first = batch.buffer(0);
    PacketBuffer second = batch.buffer(1);
    for (int i = 0; i < first.room(); i++) {
      first.memory().put(first.offset() + i, (byte) 0xee);
    }

    assertEquals(SLOT_BYTES, first.offset() + first.room());
    assertArrayEquals(FakeRing.ipv4(2, 101), bytesOf(second));
    assertEquals(2 * SLOT_BYTES, second.offset() + second.room());
    receive();
    assertTrue(ring.isKernels(0));
  }

  @Test
  void shouldCompleteAPartialChecksumAndLeaveOthersAlone() {
    byte[] packet = FakeRing.ipv4(9, 40);
    ByteBuffer.wrap(packet).put(9, (byte) 17).putShort(24, (short) 20).putShort(26, (short) 0x1234);
    ring.frame(0x0800, packet, RingReader.STATUS_CHECKSUM_NOT_READY, 40).packet(packet);

    receive();

    // 20 (length) + 0x1234 (what the kernel summed up) + 9 (the last byte), complemented.
    ByteBuffer memory = ring.memory();
    assertEquals(0xffff - 20 - 0x1234 - 9, memory.getShort(batch.buffer(0).offset() + 26) & 0xffff);
    assertEquals(0x1234, memory.getShort(batch.buffer(1).offset() + 26));
  }

  @Test
  void shouldChooseSlotsThatTakeTheLongestPacket() {
    assertEquals(2_048, RingReader.slotBytes(0));
    assertEquals(2_048, RingReader.slotBytes(1_968));
    assertEquals(4_096, RingReader.slotBytes(1_969));
    assertEquals(16_384, RingReader.slotBytes(9_000));
    assertEquals(131_072, RingReader.slotBytes(65_535));
    assertEquals(1_968, RingReader.longestPacket(2_048));
  }
}
