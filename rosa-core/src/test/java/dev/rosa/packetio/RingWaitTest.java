package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.WakeUpSignal;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a worker looks, when it sleeps, and what ends that. */
class RingWaitTest {

  private static final int POLLIN = 1;
  private static final int POLLERR = 8;
  private static final long MILLI = 1_000_000;

  private final FakeKernel kernel = new FakeKernel();
  private final FakeRing ring = new FakeRing(4_096, 2);
  private WakeUpSignal signal;
  private RingWait wait;

  @BeforeEach
  void open() throws IOException {
    signal = WakeUpSignal.open();
    wait = new RingWait(kernel, ring.reader(), signal, 9);
  }

  @AfterEach
  void close() {
    signal.close();
  }

  @Test
  void shouldSleepNoShorterThanItWasTold() {
    assertEquals(RingWait.End.TIMED_OUT, wait.await(1, false));
    assertEquals(RingWait.End.TIMED_OUT, wait.await(150 * MILLI, false));
    assertEquals(RingWait.End.TIMED_OUT, wait.await(150 * MILLI + 1, false));

    assertEquals(List.of("2 for 1", "2 for 150", "2 for 151"), kernel.polls());
  }

  @Test
  void shouldTellWhatEndedTheSleep() {
    kernel.happens(0, POLLIN);
    assertEquals(RingWait.End.READY, wait.await(MILLI, false));
    kernel.happens(0, POLLERR | POLLIN);
    assertEquals(RingWait.End.SOCKET_ERROR, wait.await(MILLI, false));
    kernel.happens(POLLIN, POLLIN);
    assertEquals(RingWait.End.WOKEN, wait.await(MILLI, false));
  }

  @Test
  void shouldNotAskASocketThatIsInTrouble() {
    kernel.happens(0, POLLERR);

    assertEquals(RingWait.End.TIMED_OUT, wait.await(MILLI, true));
    assertEquals(List.of("1 for 1"), kernel.polls());
  }

  @Test
  void shouldLookBeforeItSleepsOnceSleepsAreShort() {
    // The fake's sleeps take no time at all, so that soon the worker looks first.
    kernel.happens(0, POLLIN);
    for (int i = 0; i < 50; i++) {
      wait.await(MILLI, false);
    }
    kernel.polls().clear();
    ring.packet(FakeRing.ipv4(1, 100)).handOver();

    assertEquals(RingWait.End.READY, wait.await(MILLI, false));
    assertEquals(List.of(), kernel.polls());
  }
}
