package dev.rosa.packetio;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.socket.RingCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Sender of a worker's heartbeats to its keeper process, as Ethernet frames on the assistant link:
 * one every 150 ms, and a last one. Their type is 0x88B5. The worker's own loop sends them, so a
 * worker that hangs is silent. When the beats stop, the keeper takes the packets elsewhere. Owned
 * by one thread.
 */
final class Heartbeat {

  /** IEEE 802 local experimental type 1. */
  static final int ETHERTYPE = 0x88b5;

  /** Well below the 200 ms that are promised, for a loop that is at work in between. */
  static final long PERIOD_NANOS = 150_000_000L;

  static final int MAGIC = 0x524f4231;
  static final int BEAT = 1;
  static final int BYE = 2;

  static final int FRAME_BYTES = 60;
  private static final int PAYLOAD = 14;
  private static final int KIND = PAYLOAD + 4;
  private static final int COUNT = PAYLOAD + 8;

  private static final int MESSAGE_BYTES = 64;
  private static final int VECTOR = MESSAGE_BYTES + FRAME_BYTES + 4;

  private final RingCalls calls;
  private final int socket;
  private final OffHeap arena = OffHeap.allocate(VECTOR + 16);
  private final ByteBuffer frame;
  private long count;
  private long nextNanos;

  /** The first beat is due at once. */
  Heartbeat(RingCalls calls, int socket, int worker, int workers, long nowNanos) {
    this.calls = calls;
    this.socket = socket;
    this.nextNanos = nowNanos;
    frame = arena.buffer().slice(MESSAGE_BYTES, FRAME_BYTES).order(ByteOrder.BIG_ENDIAN);
    frame.putShort(12, (short) ETHERTYPE).putInt(PAYLOAD, MAGIC);
    frame.put(KIND + 1, (byte) worker).put(KIND + 2, (byte) workers);
    arena.buffer().putLong(16, arena.address() + VECTOR).putLong(24, 1);
    arena.buffer().putLong(VECTOR, arena.address() + MESSAGE_BYTES);
    arena.buffer().putLong(VECTOR + Long.BYTES, FRAME_BYTES);
  }

  /** Says what addresses the frame has, {@code byte[6]} each. */
  void address(byte[] destination, byte[] source) {
    frame.put(0, destination).put(6, source);
  }

  /** Time of the next beat. */
  long nextNanos() {
    return nextNanos;
  }

  /** Beats if it is time. */
  void tend(long nowNanos) {
    if (nowNanos - nextNanos >= 0) {
      nextNanos = nowNanos + PERIOD_NANOS;
      say(BEAT);
    }
  }

  /** Says that there will be no more. */
  void bye() {
    say(BYE);
  }

  /** A beat that the link does not take is lost: the next one follows. */
  private void say(int kind) {
    frame.put(KIND, (byte) kind).putLong(COUNT, ++count);
    calls.sendmmsg(socket, arena.address(), 1, LibC.MSG_DONTWAIT);
  }
}
