package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A session cache on a bench: sessions are numbers, packets are calls, time stands still. */
public final class CacheBench {

  static final long NOW = 1_800_000_000L;
  public static final long SKEW = 2;
  static final int KEY_BYTES = 100;

  /** The outcome of a packet. */
  enum Answer {
    ACCEPTED,
    REPLAYED,
    WINDOW_LOST
  }

  /** A key that knows how often it was destroyed. */
  static final class CountingKey implements PreparedKey {
    int destroyed;

    @Override
    public int footprintBytes() {
      return KEY_BYTES;
    }

    @Override
    public void destroy() {
      destroyed++;
    }
  }

  public final SessionCache cache;
  final Map<Long, CountingKey> keys = new HashMap<>();
  public long now = NOW;

  /** SST of the sessions that come from now on. */
  long sst = NOW - 600;

  /** User of the sessions that come from now on; 0: each has a user of its own. */
  long user;

  /** SET of the sessions that come from now on. */
  public long set = NOW + 600;

  public CacheBench(int sessions, int batch) {
    this(sessions, Long.MAX_VALUE, batch);
  }

  public CacheBench(int sessions, long bytes, int batch) {
    this(new SessionLimits(sessions, bytes, batch), SKEW, 0);
  }

  /** With room for so many floors that a router before knew. */
  static CacheBench knowing(int known, int sessions, int batch) {
    return ofSkew(SKEW, known, sessions, batch);
  }

  /** As above, with another skew. */
  static CacheBench ofSkew(long skewSeconds, int known, int sessions, int batch) {
    SessionLimits limits = new SessionLimits(sessions, Long.MAX_VALUE, batch);
    return new CacheBench(limits, skewSeconds, known);
  }

  private CacheBench(SessionLimits limits, long skewSeconds, int known) {
    cache = new SessionCache(limits, skewSeconds, known, new Random(5));
  }

  /** The parameters of a session, all different from those of another. */
  public long[] words(long session) {
    long[] words = new Random(session).longs(ContextWords.COUNT).toArray();
    words[ContextWords.SESSION] = session;
    words[13] = sst << 32 | set;
    if (user != 0) {
      words[1] = user;
      words[2] = user;
    }
    words[7] &= 0xffff_ffffL & ~0x20L;
    return words;
  }

  /** The place of a session, or none. */
  int find(long session) {
    return cache.find(words(session), 0);
  }

  boolean has(long session) {
    return find(session) != SessionCache.NONE;
  }

  public void beginBatch() {
    cache.settle(now);
    cache.beginBatch(now);
  }

  /** A verified packet of a session, in the batch that has begun; a new session is added. */
  int packet(long session, long sequence) {
    int place = find(session);
    if (place == SessionCache.NONE) {
      CountingKey key = new CountingKey();
      keys.merge(session, key, this::replaced);
      place = cache.add(words(session), 0, new PreparedKeys(key, null));
    } else {
      cache.touch(place);
    }
    assertEquals(session, cache.memory().session(place));
    cache.accept(place, sequence);
    return place;
  }

  private CountingKey replaced(CountingKey before, CountingKey after) {
    assertEquals(1, before.destroyed, "a session was added twice while its key was alive");
    return after;
  }

  /** A batch with one packet. */
  int alone(long session, long sequence) {
    beginBatch();
    return packet(session, sequence);
  }

  /** Outcome of a verified packet in a batch of its own. */
  Answer answer(long session, long sequence) {
    beginBatch();
    if (!has(session) && cache.mayHaveLost(words(session), 0)) {
      return Answer.WINDOW_LOST;
    }
    int place = find(session);
    if (place == SessionCache.NONE) {
      keys.put(session, new CountingKey());
      place = cache.add(words(session), 0, new PreparedKeys(keys.get(session), null));
    } else {
      cache.touch(place);
    }
    return cache.accept(place, sequence) ? Answer.ACCEPTED : Answer.REPLAYED;
  }

  /** Verified packets of the sessions {@code from} … {@code to} − 1, each in a batch of its own. */
  public void each(long from, long to, int packets) {
    for (long session = from; session < to; session++) {
      for (int i = 1; i <= packets; i++) {
        alone(session, i);
      }
    }
  }

  /** Number of the sessions {@code from} … {@code to} − 1 that are there. */
  public int remembered(long from, long to) {
    int count = 0;
    for (long session = from; session < to; session++) {
      count += has(session) ? 1 : 0;
    }
    return count;
  }
}
