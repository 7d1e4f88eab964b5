package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.socket.WakeUpSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a worker's polling, its sleep, and the events that end the sleep. */
@Tag("jdk")
class RingWaitTest {

  private static final int POLLIN = 1;
  private static final int POLLERR = 8;
  private static final long MILLI = 1_000_000;

  private final FakeKernel kernel = new FakeKernel();
  private final FakeRing ring = new FakeRing(2_048, 8);
  private final List<Long> naps = new ArrayList<>();
  private WakeUpSignal signal;
  private RingWait wait;
  private long now = 1_000 * MILLI;

  @BeforeEach
  void open() throws IOException {
    signal = WakeUpSignal.open();
    wait = new RingWait(kernel, ring.reader(), signal, 9, naps::add);
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

  /** So many packets, one after the other at this distance. */
  private void receive(int packets, long gapNanos) {
    for (int i = 0; i < packets; i++) {
      now += gapNanos;
      wait.received(1, now);
    }
  }

  @Test
  void shouldNapWhilePacketsAreCloseTogether() {
    receive(40, 5_000);
    ring.packet(FakeRing.ipv4(1, 100));

    assertEquals(RingWait.End.READY, wait.await(MILLI, false));

    assertEquals(1, naps.size());
    assertEquals(List.of(), kernel.polls());
  }

  @Test
  void shouldSleepWhenNothingHasComeDuringTheNap() {
    receive(40, 5_000);

    wait.await(MILLI, false);

    assertEquals(1, naps.size());
    assertEquals(List.of("2 for 1"), kernel.polls());
  }

  @Test
  void shouldSleepAtOnceWhenPacketsAreFarApart() {
    receive(40, 5_000);
    receive(1, MILLI);
    wait.await(MILLI, false);
    receive(40, RingWait.CLOSE_NANOS);
    wait.await(MILLI, false);

    assertEquals(List.of(), naps);
    assertEquals(2, kernel.polls().size());
  }

  @Test
  void shouldTellThePaceFromManyAtATime() {
    for (int i = 0; i < 40; i++) {
      now += MILLI / 10;
      wait.received(16, now);
      wait.received(0, now + 1);
    }
    wait.await(MILLI, false);

    assertEquals(1, naps.size());
  }
}
