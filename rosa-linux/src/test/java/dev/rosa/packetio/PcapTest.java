package dev.rosa.packetio;

import static dev.rosa.packetio.Captures.capture;
import static dev.rosa.packetio.Captures.concat;
import static dev.rosa.packetio.Captures.ethernet;
import static dev.rosa.packetio.Captures.open;
import static dev.rosa.packetio.Captures.packetsOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.packetio.PacketBuffer.Fate;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of reading and writing captures: frames that hold packets, their times, and their formats.
 */
@Tag("jdk")
class PcapTest {

  private static final int TIME_SECONDS = 1_750_000_000;
  private static final byte[] PACKET = IpPackets.packet("10.0.1.1", "10.0.2.1", 100);
  private static final byte[] PACKET6 = IpPackets.packet("2001:db8::1", "2001:db8::2", 100);

  @TempDir private Path directory;

  private Path out() {
    return directory.resolve("out.pcap");
  }

  private void assertReads(Capture capture, byte[]... expected) throws IOException {
    try (PcapPacketIo io = open(capture.writeTo(directory.resolve("in.pcap")), out())) {
      List<byte[]> packets = packetsOf(io);
      assertEquals(expected.length, packets.size());
      for (int i = 0; i < expected.length; i++) {
        assertArrayEquals(expected[i], packets.get(i));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LITTLE_ENDIAN, a1b2c3d4, 123456, 123456000",
    "BIG_ENDIAN, a1b2c3d4, 123456, 123456000",
    "LITTLE_ENDIAN, a1b23c4d, 123456789, 123456789",
    "BIG_ENDIAN, a1b23c4d, 123456789, 123456789"
  })
  void shouldReadTimeWhateverOrderAndUnitTheCaptureHas(
      String order, String magic, int fraction, long nanos) throws IOException {
    ByteOrder bytes = order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    Path file =
        new Capture(bytes, Integer.parseUnsignedInt(magic, 16), 101)
            .frame(TIME_SECONDS, fraction, PACKET)
            .writeTo(directory.resolve("in.pcap"));
    PacketBatch batch = new PacketBatch(4, 2_048);
    long expected = TIME_SECONDS * 1_000_000_000L + nanos;
    try (PcapPacketIo io = open(file, out())) {
      assertTrue(io.receive(batch, 0));
      assertEquals(1, batch.size());
      assertEquals(expected, batch.buffer(0).arrivalNanos());
      assertEquals(Instant.ofEpochSecond(TIME_SECONDS, nanos), io.clock().instant());
      batch.buffer(0).setFate(Fate.FORWARD);
      io.send(batch);
    }
    try (PcapReader written = PcapReader.open(out())) {
      assertEquals(101, written.linkType());
      assertTrue(written.next());
      assertEquals(expected, written.timeNanos());
      assertFalse(written.next());
    }
  }

  @Test
  void shouldFindPacketInEveryKindOfFrame() throws IOException {
    for (int raw : new int[] {12, 101, 228}) {
      assertReads(capture(raw).frame(1, 0, PACKET), PACKET);
    }
    assertReads(capture(229).frame(1, 0, PACKET6), PACKET6);
    assertReads(
        capture(1).frame(1, 0, ethernet(0x0800, PACKET)).frame(1, 1, ethernet(0x86dd, PACKET6)),
        PACKET,
        PACKET6);
    byte[] tagged = ethernet(0x88a8, new byte[] {0, 5, (byte) 0x81, 0, 0, 6, 8, 0}, PACKET);
    assertReads(capture(1).frame(1, 0, tagged), PACKET);
    byte[] sll = new byte[16];
    sll[14] = 8;
    assertReads(capture(113).frame(1, 0, concat(sll, PACKET)), PACKET);
    byte[] sll2 = new byte[20];
    sll2[0] = (byte) 0x86;
    sll2[1] = (byte) 0xdd;
    assertReads(capture(276).frame(1, 0, concat(sll2, PACKET6)), PACKET6);
    assertReads(capture(0).frame(1, 0, concat(new byte[] {2, 0, 0, 0}, PACKET)), PACKET);
    assertReads(capture(0).frame(1, 0, concat(new byte[] {0, 0, 0, 30}, PACKET6)), PACKET6);
  }

  @Test
  void shouldLeaveOutFramesThatAreNoIp() throws IOException {
    assertReads(
        capture(1)
            .frame(1, 0, ethernet(0x0806, new byte[46]))
            .frame(1, 0, new byte[3])
            .frame(1, 0, ethernet(0x8100))
            .frame(1, 0, ethernet(0x0800, PACKET)),
        PACKET);
  }

  @Test
  void shouldTrimPaddingWhenFrameIsLongerThanPacket() throws IOException {
    assertReads(capture(1).frame(1, 0, ethernet(0x0800, PACKET, new byte[18])), PACKET);
    assertReads(capture(1).frame(1, 0, ethernet(0x86dd, PACKET6, new byte[4])), PACKET6);
  }

  @Test
  void shouldKeepLyingLengthWhenPacketIsShorterThanItSays() throws IOException {
    byte[] lying = PACKET.clone();
    lying[2] = 0x7f;
    assertReads(capture(101).frame(1, 0, lying), lying);
  }

  @Test
  void shouldUnwrapWhenFrameIsAnOverlayDatagram() throws IOException {
    byte[] excess = concat(PACKET, new byte[] {1});
    assertReads(
        capture(101)
            .frame(1, 0, IpPackets.datagram(3323, PACKET))
            .frame(1, 1, IpPackets.datagram(Captures.OVERLAY_PORT, PACKET6))
            .frame(1, 2, IpPackets.datagram(3323, excess))
            .frame(1, 3, IpPackets.datagram(53, PACKET)),
        PACKET,
        PACKET6,
        excess,
        IpPackets.datagram(53, PACKET));
  }

  @Test
  void shouldTellPacketsOfAnOverlayLinkFromThoseOfAnOrdinaryOne() throws IOException {
    Path file =
        capture(101)
            .frame(1, 0, IpPackets.datagram(3323, PACKET))
            .frame(1, 1, PACKET)
            .writeTo(directory.resolve("in.pcap"));
    PacketBatch batch = new PacketBatch(2, 2_048);
    try (PcapPacketIo io = open(file, out())) {
      assertTrue(io.receive(batch, 0));
      assertTrue(batch.buffer(0).isFromOverlay());
      assertFalse(batch.buffer(1).isFromOverlay());
    }
  }

  @Test
  void shouldNotUnwrapWhenOverlayDatagramIsFragmentOrLies() throws IOException {
    byte[] fragment = IpPackets.datagram(3323, PACKET);
    fragment[6] = 0x20;
    byte[] lying = IpPackets.datagram(3323, PACKET);
    lying[25]++;
    assertReads(capture(101).frame(1, 0, fragment).frame(1, 0, lying), fragment, lying);
  }

  @Test
  void shouldShowThatPacketWasCutWhenItIsLongerThanBuffer() throws IOException {
    byte[] large = IpPackets.packet("10.0.1.1", "10.0.2.1", 9_000);
    Path file = capture(101).frame(1, 0, large).writeTo(directory.resolve("in.pcap"));
    PacketBatch batch = new PacketBatch(1, 2_048);
    try (PcapPacketIo io = open(file, out())) {
      assertTrue(io.receive(batch, 0));
      assertEquals(large.length, batch.buffer(0).length());
    }
  }

  @Test
  void shouldNotSpanTwoSecondsInOneBatch() throws IOException {
    Path file =
        capture(101)
            .frame(5, 0, PACKET)
            .frame(5, 999_999, PACKET)
            .frame(6, 0, PACKET)
            .writeTo(directory.resolve("in.pcap"));
    PacketBatch batch = new PacketBatch(16, 2_048);
    try (PcapPacketIo io = open(file, out())) {
      assertTrue(io.receive(batch, 0));
      assertEquals(2, batch.size());
      assertEquals(5, io.clock().instant().getEpochSecond());
      assertTrue(io.receive(batch, 0));
      assertEquals(1, batch.size());
      assertEquals(6, io.clock().instant().getEpochSecond());
      assertFalse(io.receive(batch, 0));
      assertEquals(6, io.clock().instant().getEpochSecond());
    }
  }

  @Test
  void shouldWaitWithNextPacketsWhilePacketsAreHeld() throws IOException {
    Path file = capture(101).frame(5, 0, PACKET).writeTo(directory.resolve("in.pcap"));
    AtomicInteger held = new AtomicInteger(2);
    PacketBatch batch = new PacketBatch(16, 2_048);
    PcapReader in = PcapReader.open(file);
    try (PcapPacketIo io =
        PcapPacketIo.open(
            in, PcapWriter.create(out(), false), 3323, () -> held.getAndDecrement() > 0)) {
      assertTrue(io.receive(batch, 1));
      assertEquals(0, batch.size());
      assertTrue(io.receive(batch, 1));
      assertEquals(0, batch.size());
      assertTrue(io.receive(batch, 1));
      assertEquals(1, batch.size());
      held.set(1);
      assertTrue(io.receive(batch, 1), "the end must wait for packets that are held");
      assertFalse(io.receive(batch, 1));
    }
  }

  @Test
  void shouldWriteOnlyWhatLeaves() throws IOException {
    Path file =
        capture(101)
            .frame(5, 0, PACKET)
            .frame(5, 0, PACKET)
            .frame(5, 0, PACKET6)
            .writeTo(directory.resolve("in.pcap"));
    PacketBatch batch = new PacketBatch(16, 2_048);
    try (PcapPacketIo io = open(file, out())) {
      io.receive(batch, 0);
      batch.buffer(1).setFate(Fate.FORWARD);
      batch.buffer(1).memory().put(batch.buffer(1).offset() + IpPackets.TTL_OFFSET, (byte) 1);
      batch.buffer(2).setFate(Fate.FORWARD);
      io.send(batch);
      assertEquals(Fate.HELD, batch.buffer(0).fate());
      assertEquals(Fate.HOPS_EXHAUSTED, batch.buffer(1).fate());
      assertEquals(Fate.SENT, batch.buffer(2).fate());
    }
    byte[] expected = PACKET6.clone();
    expected[IpPackets.HOP_LIMIT_OFFSET]--;
    byte[] written = Files.readAllBytes(out());
    assertEquals(24 + 16 + PACKET6.length, written.length);
    assertArrayEquals(expected, Arrays.copyOfRange(written, 24 + 16, written.length));
  }

  @Test
  void shouldReadWhatItWroteWhenCaptureIsLargerThanItsBuffers() throws IOException {
    PacketBatch batch = new PacketBatch(1, 10_000);
    IpPackets.put(batch, IpPackets.packet("10.0.1.1", "10.0.2.1", 9_000));
    try (PcapWriter writer = PcapWriter.create(directory.resolve("in.pcap"), true)) {
      for (int i = 0; i < 300; i++) {
        batch.buffer(0).memory().put(100, (byte) i);
        writer.write(batch.buffer(0));
      }
    }
    try (PcapPacketIo io = open(directory.resolve("in.pcap"), out())) {
      PacketBatch read = new PacketBatch(7, 10_000);
      int got = 0;
      while (io.receive(read, 0)) {
        for (int i = 0; i < read.size(); i++) {
          assertEquals((byte) got++, IpPackets.bytesOf(read.buffer(i))[100]);
        }
      }
      assertEquals(300, got);
    }
  }
}
