package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.Errno;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The frames, byte for byte, and their times. */
class HeartbeatTest {

  private static final byte[] KERNEL_END = {2, 0, 0, 0, 0, 1};
  private static final byte[] ROUTER_END = {2, 0, 0, 0, 0, 2};
  private static final long START = -1_000;

  private final FakeKernel kernel = new FakeKernel();
  private final Heartbeat heartbeat = heartbeat();

  private Heartbeat heartbeat() {
    Heartbeat made = new Heartbeat(kernel, 9, 1, 3, START);
    made.address(KERNEL_END, ROUTER_END);
    return made;
  }

  private static byte[] frame(String kind, String count) {
    return HexFormat.of()
        .parseHex(
            "020000000001"
                + "020000000002"
                + "88b5"
                + "524f4231"
                + kind
                + "010300"
                + count
                + "00".repeat(30));
  }

  @Test
  void shouldBeatAtOnceAndThenEvery150Milliseconds() {
    heartbeat.tend(START);
    heartbeat.tend(START + Heartbeat.PERIOD_NANOS - 1);
    assertEquals(1, kernel.sent().size());
    assertEquals(START + Heartbeat.PERIOD_NANOS, heartbeat.nextNanos());
    heartbeat.tend(START + Heartbeat.PERIOD_NANOS);
    assertEquals(2, kernel.sent().size());
  }

  @Test
  void shouldSayWhoBeatsAndHowOften() {
    heartbeat.tend(START);
    heartbeat.tend(START + Heartbeat.PERIOD_NANOS);
    heartbeat.bye();

    assertArrayEquals(frame("01", "0000000000000001"), kernel.sent().get(0));
    assertArrayEquals(frame("01", "0000000000000002"), kernel.sent().get(1));
    assertArrayEquals(frame("02", "0000000000000003"), kernel.sent().get(2));
  }

  @Test
  void shouldGoOnWhenTheLinkDoesNotTakeABeat() {
    kernel.answers().add(-Errno.ENETDOWN);
    heartbeat.tend(START);
    heartbeat.tend(START + Heartbeat.PERIOD_NANOS);

    assertArrayEquals(frame("01", "0000000000000002"), kernel.sent().get(0));
  }
}
