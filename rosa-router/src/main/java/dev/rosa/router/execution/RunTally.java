package dev.rosa.router.execution;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tally of one worker's runs of one code: outcomes, and the fuel of each packet in buckets that are
 * at most an eighth wide. Written by the worker without locks, read by any thread.
 */
final class RunTally {

  /** Buckets between a power of two and the next one. */
  private static final int PARTS = 8;

  private static final int PART_BITS = 3;
  private static final int BUCKETS = (Integer.SIZE - 1 - PART_BITS + 1) * PARTS;

  private final AtomicLongArray fuel = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray shortages = new AtomicLongArray(Shortage.values().length);
  private final AtomicLong faults = new AtomicLong();
  private final AtomicLong stopped = new AtomicLong();

  /** Units of the last packet, and their bucket. */
  private int lastUnits;

  private int lastBucket;

  /** Counts a packet that the code was run on, with any outcome. */
  void ran(int units) {
    // Most codes take the same for each packet, and to look costs less than to compute.
    if (units != lastUnits) {
      lastUnits = units;
      lastBucket = bucket(Math.max(0, units));
    }
    fuel.setRelease(lastBucket, fuel.getPlain(lastBucket) + 1);
  }

  void exhausted(Shortage shortage) {
    int index = shortage.ordinal();
    shortages.setRelease(index, shortages.getPlain(index) + 1);
  }

  void failed() {
    grow(faults);
  }

  /** Counts a packet that the code was not run on, since it is stopped. */
  void leftOut() {
    grow(stopped);
  }

  /** There is one writer, so a plain read and an ordered write will do. */
  private static void grow(AtomicLong counter) {
    counter.setRelease(counter.getPlain() + 1);
  }

  long exhaustions(Shortage shortage) {
    return shortages.getAcquire(shortage.ordinal());
  }

  long faults() {
    return faults.getAcquire();
  }

  long stopped() {
    return stopped.getAcquire();
  }

  /**
   * Adds the counts of a tally that no thread writes any more; to be called by this one's writer.
   */
  void add(RunTally ended) {
    addTo(fuel, ended.fuel);
    addTo(shortages, ended.shortages);
    faults.setRelease(faults.getPlain() + ended.faults());
    stopped.setRelease(stopped.getPlain() + ended.stopped());
  }

  private static void addTo(AtomicLongArray sums, AtomicLongArray ended) {
    for (int i = 0; i < ended.length(); i++) {
      sums.setRelease(i, sums.getPlain(i) + ended.getAcquire(i));
    }
  }

  /** Adds its packets to those of other tallies, bucket by bucket. */
  void addFuelTo(long[] buckets) {
    for (int i = 0; i < BUCKETS; i++) {
      buckets[i] += fuel.getAcquire(i);
    }
  }

  static long[] noFuel() {
    return new long[BUCKETS];
  }

  private static int bucket(int units) {
    if (units < PARTS) {
      return units;
    }
    int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(units);
    int part = (units >>> (power - PART_BITS)) - PARTS;
    return (power - PART_BITS + 1) * PARTS + part;
  }

  /** The largest number of units in a bucket. */
  static int mostIn(int bucket) {
    if (bucket < PARTS) {
      return bucket;
    }
    int shift = bucket / PARTS - 1;
    long least = (long) (PARTS + bucket % PARTS) << shift;
    return (int) Math.min(Integer.MAX_VALUE, least + (1L << shift) - 1);
  }
}
