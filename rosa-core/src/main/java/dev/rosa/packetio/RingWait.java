package dev.rosa.packetio;

import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.RingCalls;
import dev.rosa.kernel.WakeUpSignal;

/**
 * Waits for a ring: looks at it without pause for as long as short waits are usual, 50 µs at most,
 * then sleeps in the kernel. An idle worker soon does not look without pause at all. Owned by one
 * thread, but for the signal.
 */
final class RingWait {

  /** How a wait ended. */
  enum End {
    READY,
    WOKEN,
    TIMED_OUT,
    SOCKET_ERROR
  }

  static final long MOST_SPINNING_NANOS = 50_000;
  private static final long LEAST_SPINNING_NANOS = 1_000;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int POLL_BYTES = 8;
  private static final int EVENTS = 4;
  private static final int RESULT = 6;
  private static final short POLLIN = 1;
  private static final int POLL_TROUBLE = 0x08 | 0x10 | 0x20;

  private final RingCalls calls;
  private final RingReader ring;
  private final WakeUpSignal signal;

  /** {@code struct pollfd} of the signal, then of the socket. */
  private final OffHeap polled = OffHeap.allocate(2 * POLL_BYTES);

  private long spinningNanos;

  RingWait(RingCalls calls, RingReader ring, WakeUpSignal signal, int socket) {
    this.calls = calls;
    this.ring = ring;
    this.signal = signal;
    polled.buffer().putInt(0, signal.descriptor()).putShort(EVENTS, POLLIN);
    polled.buffer().putInt(POLL_BYTES, socket).putShort(POLL_BYTES + EVENTS, POLLIN);
  }

  /**
   * Waits until the ring is ready.
   *
   * @param nanos the longest to wait, more than 0
   * @param troubled the socket has nothing to say: only the signal is waited for
   */
  End await(long nanos, boolean troubled) {
    long began = System.nanoTime();
    if (spins(began, Math.min(spinningNanos, nanos))) {
      return End.READY;
    }
    End end = sleep(nanos, troubled);
    learn(System.nanoTime() - began);
    return end;
  }

  private boolean spins(long began, long forNanos) {
    if (forNanos == 0) {
      return false;
    }
    do {
      if (ring.isReady()) {
        return true;
      }
      Thread.onSpinWait();
    } while (System.nanoTime() - began < forNanos);
    return false;
  }

  private End sleep(long nanos, boolean troubled) {
    long millis = (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    int ready = calls.poll(polled.address(), troubled ? 1 : 2, (int) millis);
    if (ready <= 0) {
      return End.TIMED_OUT;
    }
    if (polled.buffer().getShort(RESULT) != 0) {
      signal.clear();
      return End.WOKEN;
    }
    boolean error = (polled.buffer().getShort(POLL_BYTES + RESULT) & POLL_TROUBLE) != 0;
    return error ? End.SOCKET_ERROR : End.READY;
  }

  /** A sleep that took no longer than looking may take would have been better spent looking. */
  private void learn(long sleptNanos) {
    if (sleptNanos <= MOST_SPINNING_NANOS) {
      spinningNanos = MOST_SPINNING_NANOS;
    } else {
      spinningNanos = spinningNanos <= LEAST_SPINNING_NANOS ? 0 : spinningNanos / 2;
    }
  }
}
