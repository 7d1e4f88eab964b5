package dev.rosa.router.pipeline;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The nonces of a router that rewrites packets (PROTOCOL §3): its node id, and a counter. The
 * counter starts at the Unix time in nanoseconds when it booted and grows by 1. So no nonce is used
 * twice under one key, not even after a restart. A router has one for all its workers; each takes
 * its numbers in blocks. Thread-safe.
 */
public final class NonceCounter {

  /** A worker's numbers: a block at a time, so that workers hardly ever meet. One worker's. */
  final class Share {
    private long next;
    private long end;

    int writer() {
      return writer;
    }

    long next() {
      if (next == end) {
        next = counter.getAndAdd(BLOCK);
        end = next + BLOCK;
      }
      return next++;
    }
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long BLOCK = 1_024;

  private final int writer;
  private final AtomicLong counter;

  public NonceCounter(int nodeId, InstantSource clock) {
    Instant boot = clock.instant();
    this.writer = nodeId;
    this.counter = new AtomicLong(boot.getEpochSecond() * NANOS_PER_SECOND + boot.getNano());
  }

  /** One worker's share. */
  Share share() {
    return new Share();
  }
}
