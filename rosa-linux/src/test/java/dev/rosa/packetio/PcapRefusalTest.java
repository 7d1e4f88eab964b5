package dev.rosa.packetio;

import static dev.rosa.packetio.Captures.capture;
import static dev.rosa.packetio.Captures.concat;
import static dev.rosa.packetio.Captures.open;
import static dev.rosa.packetio.Captures.packetsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the messages about files that are no captures, and about damaged captures. */
class PcapRefusalTest {

  private static final byte[] PACKET = IpPackets.packet("10.0.1.1", "10.0.2.1", 100);

  @TempDir private Path directory;

  private String refusal(byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("in.pcap"), content);
    IOException refused =
        assertThrows(
            IOException.class,
            () -> {
              try (PcapPacketIo io = open(file, directory.resolve("out.pcap"))) {
                packetsOf(io);
              }
            });
    String prefix = file + ": ";
    assertTrue(refused.getMessage().startsWith(prefix), refused.getMessage());
    return refused.getMessage().substring(prefix.length());
  }

  @Test
  void shouldSayWhatIsWrongWhenFileIsNoCapture() throws IOException {
    assertEquals("is not a pcap capture", refusal(new byte[0]));
    assertEquals("is not a pcap capture", refusal(new byte[500]));
    assertEquals(
        "is a pcapng capture, expected classic pcap; convert: editcap -F pcap IN OUT",
        refusal(new byte[] {0x0a, 0x0d, 0x0d, 0x0a, 28, 0, 0, 0}));
    assertEquals(
        "is compressed, expected a pcap capture; unpack it: gunzip",
        refusal(new byte[] {0x1f, (byte) 0x8b, 8, 0}));
    assertEquals(
        "ends within its header, it is no whole pcap capture",
        refusal(Arrays.copyOf(capture(1).toBytes(), 10)));
    assertEquals(
        "has link type 105, expected Ethernet (1), raw IP (101), Linux cooked (113, 276) or BSD"
            + " loopback (0)",
        refusal(capture(105).toBytes()));
  }

  @Test
  void shouldNameOffsetWhenRecordIsTruncatedDamagedOrCut() throws IOException {
    byte[] good = capture(101).frame(1, 0, PACKET).toBytes();
    byte[] twice = capture(101).frame(1, 0, PACKET).frame(1, 0, PACKET).toBytes();
    String truncated = "offset " + good.length + ": the file is truncated within a record";
    assertEquals(truncated, refusal(Arrays.copyOf(twice, good.length + 7)));
    assertEquals(truncated, refusal(Arrays.copyOf(twice, twice.length - 1)));

    byte[] absurd = capture(101).frame(1, 0, PACKET).toBytes();
    ByteBuffer.wrap(absurd).order(ByteOrder.LITTLE_ENDIAN).putInt(24 + 8, -1);
    assertEquals(
        "offset 24: a frame of 4294967295 bytes, more than any capture has", refusal(absurd));

    byte[] part = Arrays.copyOf(PACKET, 60);
    assertEquals(
        "offset 24: the packet was cut by the capture's snap length; capture whole ones: tcpdump"
            + " -s 0",
        refusal(capture(101).frame(1, 0, part, PACKET.length).toBytes()));
  }

  @Test
  void shouldGivePacketsInFrontOfTheDamageFirst() throws IOException {
    byte[] good = capture(101).frame(1, 0, PACKET).toBytes();
    Path file = Files.write(directory.resolve("in.pcap"), Arrays.copyOf(good, good.length + 3));
    PacketBatch batch = new PacketBatch(16, 2_048);
    try (PcapPacketIo io = open(file, directory.resolve("out.pcap"))) {
      assertTrue(io.receive(batch, 0));
      assertEquals(1, batch.size());
      assertThrows(IOException.class, () -> io.receive(batch, 0));
    }
  }

  @Test
  void shouldNameFileWhenItCannotBeReadOrWritten() {
    Path missing = directory.resolve("missing.pcap");
    IOException none = assertThrows(IOException.class, () -> PcapReader.open(missing));
    assertEquals(missing + ": no such file, expected a pcap capture", none.getMessage());
    IOException folder = assertThrows(IOException.class, () -> PcapReader.open(directory));
    assertEquals(directory + ": is a folder, expected a pcap capture", folder.getMessage());
    assertThrows(IOException.class, () -> PcapWriter.create(directory, false));
    assertThrows(
        IOException.class, () -> PcapWriter.create(directory.resolve("no/such/out.pcap"), false));
  }

  @Test
  void shouldSurviveRandomBytesBehindAGoodHeader() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      byte[] content = capture(new int[] {0, 1, 101, 113, 276}[round % 5]).toBytes();
      byte[] noise = new byte[random.nextInt(400)];
      random.nextBytes(noise);
      if (noise.length > 16) {
        ByteBuffer.wrap(noise).order(ByteOrder.LITTLE_ENDIAN).putInt(8, noise.length - 16);
      }
      Path file = Files.write(directory.resolve("in.pcap"), concat(content, noise));
      try (PcapPacketIo io = open(file, directory.resolve("out.pcap"))) {
        packetsOf(io);
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
      }
    }
  }
}
