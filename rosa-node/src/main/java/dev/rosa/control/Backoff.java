package dev.rosa.control;

import java.util.random.RandomGenerator;

/**
 * Delay before the next attempt: longer each time, never long, and not the same for all nodes that
 * lost one server at once. Owned by one thread.
 */
public final class Backoff {

  public static final long FIRST_MILLIS = 250;
  public static final long LONGEST_MILLIS = 5_000;

  /** Delay after a refusal: it lasts until a person has changed something. */
  private static final long AFTER_REFUSAL_MILLIS = 10_000;

  private static final double LEAST_SHARE = 0.75;
  private static final double JITTER = 0.5;

  private final RandomGenerator random;
  private final long refusalMillis;
  private long millis = FIRST_MILLIS;

  public Backoff(RandomGenerator random) {
    this(random, AFTER_REFUSAL_MILLIS);
  }

  /** The same with another delay after a refusal. */
  public Backoff(RandomGenerator random, long refusalMillis) {
    this.random = random;
    this.refusalMillis = refusalMillis;
  }

  /** Between 3/4 and 5/4 of a time that doubles with each call. */
  public long nextMillis() {
    long now = millis;
    millis = Math.min(2 * millis, LONGEST_MILLIS);
    return jittered(now);
  }

  /** Longer: a refusal lasts. */
  public long afterRefusalMillis() {
    return jittered(refusalMillis);
  }

  private long jittered(long around) {
    return Math.round(around * (LEAST_SHARE + JITTER * random.nextDouble()));
  }

  /** Begins with the shortest time again. */
  public void reset() {
    millis = FIRST_MILLIS;
  }
}
