package dev.rosa.proxy.login;

import dev.rosa.serving.MinuteRates;
import dev.rosa.serving.SourceNetwork;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.function.IntSupplier;

/**
 * Attempts to log in, a minute. Addresses and user names share a fixed number of buckets by a hash
 * with a secret seed: no flood makes the table larger, or empties it, and a name that does not
 * exist is like one that does. Thread-safe.
 */
final class AttemptRates {
  private static final int ADDRESS_BUCKETS = 1 << 16;
  private static final int NAME_BUCKETS = 1 << 12;

  /** Another address alone cannot use up a user's attempts. */
  private static final int NAME_FACTOR = 4;

  private static final long PRIME = 0x100_0000_01b3L;

  private final MinuteRates<Integer> addresses = new MinuteRates<>();
  private final MinuteRates<Integer> names = new MinuteRates<>();
  private final IntSupplier attempts;
  private final long seed;
  private final InstantSource clock;

  /**
   * All buckets are full.
   *
   * @param attempts of one address a minute
   * @param seed random
   */
  AttemptRates(IntSupplier attempts, long seed, InstantSource clock) {
    this.attempts = attempts;
    this.seed = seed;
    this.clock = clock;
  }

  /** Takes an attempt of an address; false if there is none left. */
  boolean take(InetAddress client) {
    byte[] network = SourceNetwork.of(client).address().getAddress();
    return addresses
        .take(bucket(network, ADDRESS_BUCKETS), attempts.getAsInt(), clock.instant())
        .isPresent();
  }

  /** Takes an attempt of a user name; false if there is none left. */
  boolean take(String name) {
    int bucket = bucket(name.getBytes(StandardCharsets.UTF_8), NAME_BUCKETS);
    return names.take(bucket, NAME_FACTOR * attempts.getAsInt(), clock.instant()).isPresent();
  }

  private int bucket(byte[] bytes, int buckets) {
    long hash = seed;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * PRIME;
      hash ^= hash >>> 32;
    }
    return (int) hash & (buckets - 1);
  }
}
