package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the program, run by an interpreter. */
class FlowFilterTest {

  private static final int WORKERS = 4;
  private static final long SEED = 0x0123456789abcdefL;
  private static final int TCP = 6;

  private final Random random = new Random(7);

  private static int workerOf(ByteBuffer frame) {
    int[] accepting =
        IntStream.range(0, WORKERS)
            .filter(
                worker ->
                    FilterInterpreter.accepts(
                        FlowFilter.program(worker, WORKERS, SEED), bytes(frame)))
            .toArray();
    assertEquals(1, accepting.length);
    return accepting[0];
  }

  private static byte[] bytes(ByteBuffer frame) {
    byte[] bytes = new byte[frame.capacity()];
    frame.get(0, bytes);
    return bytes;
  }

  private ByteBuffer frame(int type, int ipBytes, int protocolAt) {
    byte[] bytes = new byte[14 + ipBytes + 20 + random.nextInt(50)];
    random.nextBytes(bytes);
    ByteBuffer frame = ByteBuffer.wrap(bytes).putShort(12, (short) type);
    return frame.put(14 + protocolAt, (byte) TCP);
  }

  private static ByteBuffer back(ByteBuffer there, int ipBytes, int addressAt, int addressBytes) {
    ByteBuffer back = ByteBuffer.wrap(bytes(there));
    byte[] client = new byte[addressBytes];
    byte[] server = new byte[addressBytes];
    there.get(14 + addressAt, client).get(14 + addressAt + addressBytes, server);
    back.put(14 + addressAt, server).put(14 + addressAt + addressBytes, client);
    int ports = 14 + ipBytes;
    return back.putShort(ports, there.getShort(ports + 2))
        .putShort(ports + 2, there.getShort(ports));
  }

  @Test
  void shouldGiveBothDirectionsOfAConnectionToOneWorker() {
    int[] load = new int[WORKERS];
    for (int i = 0; i < 400; i++) {
      ByteBuffer ipv4 = frame(0x0800, 20, 9).put(14, (byte) 0x45);
      ByteBuffer ipv6 = frame(0x86dd, 40, 6).put(14, (byte) 0x60);
      assertEquals(workerOf(ipv4), workerOf(back(ipv4, 20, 12, 4)));
      assertEquals(workerOf(ipv6), workerOf(back(ipv6, 40, 8, 16)));
      load[workerOf(ipv4)]++;
      load[workerOf(ipv6)]++;
    }
    for (int one : load) {
      assertTrue(one > 100, () -> "a worker of four has " + one + " of 800 connections");
    }
  }

  @Test
  void shouldGiveFramesThatCannotBeSpreadToTheFirstWorker() {
    ByteBuffer udp = frame(0x0800, 20, 9).put(14, (byte) 0x45).put(14 + 9, (byte) 17);
    assertEquals(0, workerOf(udp));
  }
}
