package dev.rosa.proxy.packet;

import dev.rosa.proxy.http.ResponseStart;

/** An answer of a server that must be judged before it passes. Owned by one thread. */
final class AwaitedAnswer {
  private static final long MOST_HOLE_NANOS = 30_000_000_000L;

  final ResponseStart start;

  /** Packets of it that are held. */
  final HeldPackets.Queue held;

  /** Sequence number of its first byte. */
  final int first;

  /** Sequence number of the first byte that has not passed, and of the next one to be read. */
  int begin;

  int next;

  /** True once it may pass, and only its end is looked for. */
  boolean isDecided;

  /** True if packets of the server were lost, or it was told that they have arrived. */
  boolean isLossy;

  boolean isAcknowledgedHere;

  /** When the first packet of it came; 0: none came. */
  long sinceNanos;

  AwaitedAnswer(ResponseStart start, int sequence, Flow flow) {
    this.start = start;
    held = new HeldPackets.Queue(flow.share, flow);
    first = sequence;
    begin = sequence;
    next = sequence;
  }

  /** True if a hole in it was not filled for so long that its end is not looked for any more. */
  boolean isLeft(long nowNanos) {
    return isDecided && !held.isEmpty() && nowNanos - sinceNanos > MOST_HOLE_NANOS;
  }

  /** True if it is held for longer than an incomplete head may be. */
  boolean isTooSlow(long nowNanos) {
    return sinceNanos != 0 && nowNanos - sinceNanos > JudgeMaker.HEAD_NANOS;
  }
}
