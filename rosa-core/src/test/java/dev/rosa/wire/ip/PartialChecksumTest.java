package dev.rosa.wire.ip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of UDP checksums for which the kernel left the pseudo-header's folded sum in the field. */
class PartialChecksumTest {

  private static final int BEFORE = 6;

  private final Random random = new Random(3);

  /** A datagram as a kernel sends it over a virtual link. */
  private ByteBuffer partial(int header, int payloadBytes) {
    byte[] bytes = new byte[BEFORE + header + 8 + payloadBytes];
    random.nextBytes(bytes);
    ByteBuffer memory = ByteBuffer.wrap(bytes);
    int udp = BEFORE + header;
    if (header < 40) {
      memory.put(BEFORE, (byte) (0x40 | header / 4)).putShort(BEFORE + 6, (short) 0x4000);
      memory.put(BEFORE + 9, (byte) 17);
    } else {
      memory.put(BEFORE, (byte) 0x60).put(BEFORE + 6, (byte) (header > 40 ? 0 : 17));
      if (header > 40) {
        memory.put(BEFORE + 40, (byte) 17).put(BEFORE + 41, (byte) (header / 8 - 6));
      }
    }
    memory.putShort(udp + 4, (short) (8 + payloadBytes));
    memory.putShort(udp + 6, (short) (~Ip.fold(pseudo(memory, header)) & 0xffff));
    return memory;
  }

  private static byte[] bytesOf(ByteBuffer memory) {
    byte[] bytes = new byte[memory.capacity()];
    memory.get(0, bytes);
    return bytes;
  }

  private static long pseudo(ByteBuffer memory, int header) {
    boolean ipv4 = header < 40;
    int addresses = BEFORE + (ipv4 ? 12 : 8);
    int length = memory.getShort(BEFORE + header + 4) & 0xffff;
    return Ip.sum(memory, addresses, ipv4 ? 8 : 32) + 17 + length;
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 24, 36, 40, 48, 56})
  void shouldMakeTheChecksumOfTheWholeDatagram(int header) {
    for (int payload = 0; payload < 300; payload++) {
      ByteBuffer memory = partial(header, payload);
      PartialChecksum.complete(memory, BEFORE, header + 8 + payload);

      long all = pseudo(memory, header) + Ip.sum(memory, BEFORE + header, 8 + payload);
      assertEquals(0, Ip.fold(all), "payload of " + payload);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 24, 40, 48})
  void shouldLeaveAloneWhatIsNoWholeUdpDatagram(int header) {
    ByteBuffer memory = partial(header, 100);
    byte[] before = bytesOf(memory);
    for (int length = 0; length < header + 108; length++) {
      PartialChecksum.complete(memory, BEFORE, length);
    }
    assertArrayEquals(before, bytesOf(memory));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 48})
  void shouldLeaveAloneOtherProtocols(int header) {
    ByteBuffer memory = partial(header, 100);
    memory.put(BEFORE + (header == 20 ? 9 : header == 40 ? 6 : 40), (byte) 6);
    byte[] before = bytesOf(memory);
    PartialChecksum.complete(memory, BEFORE, header + 108);
    assertArrayEquals(before, bytesOf(memory));
  }
}
