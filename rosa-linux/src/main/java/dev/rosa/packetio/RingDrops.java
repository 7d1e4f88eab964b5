package dev.rosa.packetio;

import dev.rosa.kernel.socket.PacketSocket;

/**
 * Count of the packets that found no room in a kernel's packet ring. Asks the kernel at most four
 * times a second. Thread-safe.
 */
final class RingDrops {

  private static final long PERIOD_NANOS = 250_000_000L;

  private final PacketSocket socket;
  private long total;
  private long askedNanos;
  private boolean closed;

  RingDrops(PacketSocket socket) {
    this.socket = socket;
    this.askedNanos = System.nanoTime() - PERIOD_NANOS;
  }

  /** Since the beginning. The kernel starts at 0 again whenever it is asked. */
  synchronized long total() {
    long now = System.nanoTime();
    if (!closed && now - askedNanos >= PERIOD_NANOS) {
      askedNanos = now;
      total += socket.takeDrops();
    }
    return total;
  }

  /** Stops asking, after a last time: the socket is about to be closed. */
  synchronized void close() {
    if (!closed) {
      total += socket.takeDrops();
      closed = true;
    }
  }
}
