package dev.rosa.packetio;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.socket.RingCalls;
import dev.rosa.kernel.socket.WakeUpSignal;
import java.util.concurrent.locks.LockSupport;

/**
 * Wait for a ring that adapts to the pace of packets. While they come close together, it naps and
 * polls, so that one wake-up serves several of them. Otherwise it sleeps in the kernel until the
 * next packet. Owned by one thread, but for the signal.
 */
final class RingWait {

  /** Reason for the end of a wait. */
  enum End {
    READY,
    WOKEN,
    TIMED_OUT,
    SOCKET_ERROR
  }

  /** Packets that are closer together than this come while one is being woken up. */
  static final long CLOSE_NANOS = 25_000;

  /** Requested length of a nap; the kernel's timers add some 50 µs. */
  private static final long NAP_NANOS = 20_000;

  /** A pause counts for no more than this, so that the pace is found again soon. */
  private static final long MOST_GAP_NANOS = 1_000_000;

  private static final int WEIGHT = 8;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int POLL_BYTES = 8;
  private static final int EVENTS = 4;
  private static final int RESULT = 6;
  private static final int POLL_TROUBLE = 0x08 | 0x10 | 0x20;

  private final RingCalls calls;
  private final RingReader ring;
  private final WakeUpSignal signal;

  /** {@code struct pollfd} of the signal, then of the socket. */
  private final OffHeap polled = OffHeap.allocate(2 * POLL_BYTES);

  private final Napping napping;

  /** From one packet to the next, smoothed. */
  private long gapNanos = MOST_GAP_NANOS;

  private long receivedNanos;

  /** Implementation of a nap: the seam for tests. */
  interface Napping {
    void nap(long nanos);
  }

  RingWait(RingCalls calls, RingReader ring, WakeUpSignal signal, int socket) {
    this(calls, ring, signal, socket, LockSupport::parkNanos);
  }

  RingWait(RingCalls calls, RingReader ring, WakeUpSignal signal, int socket, Napping napping) {
    this.napping = napping;
    this.calls = calls;
    this.ring = ring;
    this.signal = signal;
    polled.buffer().putInt(0, signal.descriptor()).putShort(EVENTS, LibC.POLLIN);
    polled.buffer().putInt(POLL_BYTES, socket).putShort(POLL_BYTES + EVENTS, LibC.POLLIN);
  }

  /** Notes how many packets a look has brought, which may be none. */
  void received(int packets, long nowNanos) {
    if (packets > 0) {
      long gap = Math.min((nowNanos - receivedNanos) / packets, MOST_GAP_NANOS);
      gapNanos += (gap - gapNanos) / WEIGHT;
      receivedNanos = nowNanos;
    }
  }

  /**
   * Waits until the ring is ready.
   *
   * @param nanos the longest to wait, more than 0
   * @param troubled the socket has nothing to say: only the signal is waited for
   */
  End await(long nanos, boolean troubled) {
    if (gapNanos < CLOSE_NANOS && nanos > NAP_NANOS) {
      napping.nap(NAP_NANOS);
      if (ring.isReady()) {
        return End.READY;
      }
    }
    return sleep(nanos, troubled);
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
}
