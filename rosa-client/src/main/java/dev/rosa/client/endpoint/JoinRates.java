package dev.rosa.client.endpoint;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token buckets for the sessions that a Destination asks for. Unverified packets of unknown origin
 * share one bucket. An origin of which a session was joined before has a share of its own, so that
 * a flood of forged packets does not hold up the next session of a Source. One thread's.
 */
final class JoinRates {

  static final int BURST = 32;
  static final long MILLIS_PER_JOIN = 125;

  /** Burst and pause of one origin that is known, and of all of them. */
  static final int BURST_OF_ONE = 8;

  private static final long MILLIS_OF_ONE = 500;
  static final int BURST_OF_KNOWN = 64;
  private static final int MOST_KNOWN = 256;

  /**
   * User and IP source that an unverified packet names.
   *
   * @param userHigh first half of the user's id
   * @param source hash of the IP source
   */
  record Origin(long userHigh, long userLow, int source) {}

  private final TokenBucket common = new TokenBucket(BURST, MILLIS_PER_JOIN);
  private final TokenBucket ofKnown = new TokenBucket(BURST_OF_KNOWN, MILLIS_PER_JOIN);
  private final Map<Origin, TokenBucket> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Origin, TokenBucket> eldest) {
          return size() > MOST_KNOWN;
        }
      };

  /** Takes a token for one call; false if there is none. */
  boolean spend(Origin origin, long nowMillis) {
    TokenBucket own = known.get(origin);
    if (own != null && own.hasToken(nowMillis) && ofKnown.hasToken(nowMillis)) {
      own.take(nowMillis);
      ofKnown.take(nowMillis);
      return true;
    }
    if (!common.hasToken(nowMillis)) {
      return false;
    }
    common.take(nowMillis);
    return true;
  }

  /** Notes an origin of which a session was joined. */
  void joined(Origin origin) {
    known.computeIfAbsent(origin, unknown -> new TokenBucket(BURST_OF_ONE, MILLIS_OF_ONE));
  }

  /** True if a session of it was joined before. */
  boolean isKnown(Origin origin) {
    return known.containsKey(origin);
  }
}
