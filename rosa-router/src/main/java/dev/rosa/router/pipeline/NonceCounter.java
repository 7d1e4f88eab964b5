package dev.rosa.router.pipeline;

import dev.rosa.router.session.NonceRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;

/**
 * Source of a router's nonces for the packets that it rewrites (PROTOCOL §3). A nonce is its node
 * id, and a counter from ranges that no other run of the router has. So no nonce is used twice
 * under one key, not even after a restart. A router has one for all its workers; each takes its
 * numbers in blocks. Thread-safe.
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
        next = block();
        end = next + BLOCK;
      }
      return next++;
    }
  }

  /** Source of ranges that no other run of the router has. */
  interface Ranges {
    NonceRecord.Range reserve() throws IOException;
  }

  private static final long BLOCK = 1_024;

  private final int writer;
  private final Ranges ranges;
  private NonceRecord.Range range;
  private long taken;

  private NonceCounter(int nodeId, Ranges ranges, NonceRecord.Range range) {
    this.writer = nodeId;
    this.ranges = ranges;
    this.range = range;
    this.taken = range.first();
  }

  /**
   * Counters for a router.
   *
   * @throws IOException in one line if no range can be reserved
   */
  public static NonceCounter of(int nodeId, NonceRecord record) throws IOException {
    return of(nodeId, record::reserve);
  }

  static NonceCounter of(int nodeId, Ranges ranges) throws IOException {
    return new NonceCounter(nodeId, ranges, ranges.reserve());
  }

  /** Counters that begin at the clock's nanoseconds, for keys that no other run has. */
  public static NonceCounter unrecorded(int nodeId, InstantSource clock) {
    NonceRecord none = new NonceRecord(null, clock);
    return new NonceCounter(nodeId, none::fromClock, none.fromClock());
  }

  /** Waits for the disk when a range is used up. Without another one nothing may be sealed. */
  private synchronized long block() {
    if (range.end() - taken < BLOCK) {
      try {
        range = ranges.reserve();
      } catch (IOException e) {
        throw new UncheckedIOException("no further nonces can be reserved", e);
      }
      taken = range.first();
    }
    long first = taken;
    taken += BLOCK;
    return first;
  }

  /** One worker's share. */
  Share share() {
    return new Share();
  }
}
