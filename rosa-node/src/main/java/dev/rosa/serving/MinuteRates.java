package dev.rosa.serving;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Token buckets by key, each for a number of events a minute: after a pause so many at once, then
 * evenly. In memory only: a restart fills every bucket. Thread-safe.
 *
 * @param <K> key of the events
 */
public final class MinuteRates<K> {

  private static final long MILLIS_PER_MINUTE = Duration.ofMinutes(1).toMillis();

  private final Map<K, Bucket> buckets = new HashMap<>();
  private long sweptMillis;

  /** Every bucket is full. */
  public MinuteRates() {
    // Buckets come with their keys.
  }

  /** Token bucket of one key. */
  private static final class Bucket {
    private final int perMinute;
    private double left;
    private long filledMillis;
    private long missed;

    Bucket(int perMinute, long nowMillis) {
      this.perMinute = perMinute;
      this.left = perMinute;
      this.filledMillis = nowMillis;
    }

    /** A clock that was set back fills nothing, and counts from then on. */
    void fill(long nowMillis) {
      long passed = Math.max(0, nowMillis - filledMillis);
      left = Math.min(perMinute, left + (double) passed * perMinute / MILLIS_PER_MINUTE);
      filledMillis = nowMillis;
    }

    OptionalLong take() {
      if (left < 1) {
        missed++;
        return OptionalLong.empty();
      }
      left--;
      long missedBefore = missed;
      missed = 0;
      return OptionalLong.of(missedBefore);
    }
  }

  /**
   * Takes one event of a key.
   *
   * @param perMinute how many a minute has; the same for a key until it is forgotten
   * @return empty if none is left, else how many found none left since the last one that was taken
   */
  public synchronized OptionalLong take(K key, int perMinute, Instant now) {
    long nowMillis = now.toEpochMilli();
    sweep(nowMillis);
    Bucket bucket =
        buckets.compute(
            key,
            (unused, known) ->
                known == null || known.perMinute != perMinute
                    ? new Bucket(perMinute, nowMillis)
                    : known);
    bucket.fill(nowMillis);
    return bucket.take();
  }

  /** Once a minute, forgets the buckets that are full: new ones would be like them. */
  private void sweep(long nowMillis) {
    if (Math.abs(nowMillis - sweptMillis) >= MILLIS_PER_MINUTE) {
      sweptMillis = nowMillis;
      buckets.values().forEach(bucket -> bucket.fill(nowMillis));
      buckets.values().removeIf(bucket -> bucket.left >= bucket.perMinute && bucket.missed == 0);
    }
  }
}
