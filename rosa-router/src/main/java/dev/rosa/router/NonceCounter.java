package dev.rosa.router;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The nonces of a router that rewrites packets (PROTOCOL §3): its node id, and a counter that
 * starts at the Unix time in nanoseconds when it booted and grows by 1, so that no nonce is used
 * twice under one key, not even after a restart. A router has one, whatever its number of workers;
 * owned by one thread.
 */
final class NonceCounter {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final int writer;
  private long counter;

  NonceCounter(int nodeId, InstantSource clock) {
    Instant boot = clock.instant();
    this.writer = nodeId;
    this.counter = boot.getEpochSecond() * NANOS_PER_SECOND + boot.getNano();
  }

  int writer() {
    return writer;
  }

  long next() {
    return counter++;
  }
}
