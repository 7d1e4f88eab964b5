package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.packetio.FilterProgram.Instruction;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the program, run by an interpreter. */
class SessionFilterTest {

  private static final long SEED = 0x0123456789abcdefL;

  private final Random random = new Random(7);

  /** Number of the worker that gets a frame; it must not be two. −1: none. */
  private static int workerOf(byte[] frame, int workers) {
    int[] accepting =
        IntStream.range(0, workers)
            .filter(
                worker ->
                    FilterInterpreter.accepts(SessionFilter.program(worker, workers, SEED), frame))
            .toArray();
    assertTrue(accepting.length <= 1, () -> "workers " + Arrays.toString(accepting));
    return accepting.length == 0 ? -1 : accepting[0];
  }

  /** A frame with random bytes wherever the session does not depend on them. */
  private byte[] ipv4(long session, int optionBytes) {
    byte[] frame = new byte[14 + 20 + optionBytes + 8 + 120];
    random.nextBytes(frame);
    int ip = 14;
    int udp = ip + 20 + optionBytes;
    ByteBuffer.wrap(frame)
        .putShort(12, (short) 0x0800)
        .put(ip, (byte) (0x45 + optionBytes / 4))
        .put(ip + 9, (byte) 17)
        .putLong(udp + 8 + 24, session);
    return frame;
  }

  private byte[] ipv6(long session, int hopByHopBytes) {
    byte[] frame = new byte[14 + 40 + hopByHopBytes + 8 + 120];
    random.nextBytes(frame);
    int ip = 14;
    ByteBuffer bytes = ByteBuffer.wrap(frame).putShort(12, (short) 0x86dd);
    bytes.put(ip, (byte) 0x60).put(ip + 6, (byte) (hopByHopBytes == 0 ? 17 : 0));
    if (hopByHopBytes > 0) {
      bytes.put(ip + 40, (byte) 17).put(ip + 41, (byte) (hopByHopBytes / 8 - 1));
    }
    bytes.putLong(ip + 40 + hopByHopBytes + 8 + 24, session);
    return frame;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 16})
  void shouldGiveASessionToOneWorkerWhateverElseIsInThePacket(int workers) {
    for (int i = 0; i < 200; i++) {
      long session = random.nextLong();
      int worker = workerOf(ipv4(session, 4), workers);
      assertTrue(worker >= 0);
      for (int options = 0; options <= 40; options += 4) {
        assertEquals(worker, workerOf(ipv4(session, options), workers));
      }
      for (int hopByHop = 0; hopByHop <= 64; hopByHop += 8) {
        assertEquals(worker, workerOf(ipv6(session, hopByHop), workers));
      }
    }
  }

  @Test
  void shouldSpreadSessionsThatAreNumberedOneAfterTheOther() {
    int[] sessions = new int[4];
    for (int i = 0; i < 4_000; i++) {
      sessions[workerOf(ipv4(i, 4), 4)]++;
    }
    for (int of : sessions) {
      assertTrue(of > 700 && of < 1_300, Arrays.toString(sessions));
    }
  }

  @Test
  void shouldSpreadSessionsThatDifferInTheirFirstHalfOnly() {
    int[] sessions = new int[3];
    for (int i = 0; i < 3_000; i++) {
      sessions[workerOf(ipv6((long) i << 32, 8), 3)]++;
    }
    for (int of : sessions) {
      assertTrue(of > 700 && of < 1_300, Arrays.toString(sessions));
    }
  }

  @Test
  void shouldSpreadOtherwiseWithAnotherSeed() {
    int moved = 0;
    for (int i = 0; i < 200; i++) {
      byte[] frame = ipv4(i, 4);
      boolean before = FilterInterpreter.accepts(SessionFilter.program(0, 2, SEED), frame);
      boolean after =
          FilterInterpreter.accepts(SessionFilter.program(0, 2, SEED + 0x77_0000_0001L), frame);
      moved += before == after ? 0 : 1;
    }
    assertTrue(moved > 50 && moved < 150, moved + " of 200");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldGiveOtherPacketsToTheFirstWorker(int workers) {
    byte[] tcp = ipv4(1, 0);
    tcp[14 + 9] = 6;
    byte[] icmp = ipv6(1, 8);
    icmp[14 + 40] = 58;
    byte[] brief = Arrays.copyOf(ipv4(1, 4), 14 + 24 + 8 + 24 + 7);
    assertEquals(0, workerOf(tcp, workers));
    assertEquals(0, workerOf(icmp, workers));
    assertEquals(0, workerOf(brief, workers));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldGiveToNobodyWhatIsNoIp(int workers) {
    byte[] beat = new byte[60];
    ByteBuffer.wrap(beat).putShort(12, (short) Heartbeat.ETHERTYPE);
    assertEquals(-1, workerOf(beat, workers));
    assertEquals(-1, workerOf(new byte[60], workers));
  }

  @Test
  void shouldBeAProgramThatTheKernelTakes() {
    List<Instruction> program = SessionFilter.program(2, 5, SEED);
    assertTrue(program.size() < 4_096);
    for (int i = 0; i < program.size() - 1; i++) {
      Instruction instruction = program.get(i);
      assertTrue(i + 1 + instruction.whenTrue() < program.size());
      assertTrue(i + 1 + instruction.whenFalse() < program.size());
    }
    assertEquals(program.size() * 8, FilterProgram.encoded(program).buffer().capacity());
  }
}
