package dev.rosa.router.session;

import java.util.Arrays;

/**
 * Eviction order of a {@link SessionCache}: its places, the end of each session, and the next to
 * make room. A new session is on probation, in a queue, until it is promoted to the main part,
 * which a hand goes round (S3-FIFO). Arrays of numbers side by side, so that a search touches no
 * session. One worker's.
 */
final class SessionPlaces {

  /** No place. */
  static final int NONE = -1;

  private static final byte FREE = 0;
  private static final byte PROBATION = 1;
  private static final byte MAIN = 2;

  /** Its session has ended, but the place still stands in the queue. */
  private static final byte VACATED = 3;

  /** Later than any time that is asked for. */
  private static final int NEVER = -1;

  private final byte[] kinds;

  /** Ends of sessions, unsigned Unix seconds. */
  private final int[] ends;

  private final int[] free;
  private int freeCount;

  /** Places that were ever taken: 0 … used − 1. */
  private int used;

  private final int[] queue;
  private int queueHead;
  private int queueCount;
  private int taken;
  private int hand;

  /**
   * All places free.
   *
   * @param sessions that have a place at a time, at most
   * @param queued that are on probation at a time, or ended while they were, at most
   */
  SessionPlaces(int sessions, int queued) {
    int places = sessions + queued;
    kinds = new byte[places];
    ends = new int[places];
    free = new int[places];
    queue = new int[queued];
    Arrays.fill(ends, NEVER);
  }

  /** Places there are. */
  int count() {
    return kinds.length;
  }

  /** Sessions that have a place. */
  int taken() {
    return taken;
  }

  /** Sessions on probation, and those that ended while they were. */
  int queued() {
    return queueCount;
  }

  /** Every place that is taken is less than this. */
  int used() {
    return used;
  }

  boolean isTaken(int place) {
    return kinds[place] == PROBATION || kinds[place] == MAIN;
  }

  /** End of the session at {@code place}, Unix seconds. */
  long endSeconds(int place) {
    return Integer.toUnsignedLong(ends[place]);
  }

  /** Takes a place on probation, behind all others. */
  int take(long endSeconds) {
    int place = freeCount > 0 ? free[--freeCount] : used++;
    kinds[place] = PROBATION;
    ends[place] = (int) Math.min(endSeconds, 0xffff_fffeL);
    taken++;
    enqueue(place);
    return place;
  }

  /** Puts a place behind all others on probation. */
  void enqueue(int place) {
    int tail = queueHead + queueCount;
    queue[tail < queue.length ? tail : tail - queue.length] = place;
    queueCount++;
  }

  /**
   * Takes the place that is longest on probation out of the queue, to be {@linkplain #enqueue put
   * back}, {@linkplain #promote promoted} or {@linkplain #free freed}; {@link #NONE} if its session
   * had ended.
   */
  int dequeue() {
    int place = queue[queueHead];
    queueHead = queueHead + 1 == queue.length ? 0 : queueHead + 1;
    queueCount--;
    if (kinds[place] != VACATED) {
      return place;
    }
    release(place);
    return NONE;
  }

  /** Moves a place that is no longer in the queue to the main part. */
  void promote(int place) {
    kinds[place] = MAIN;
  }

  /** The next place of the main part, round and round; {@link #NONE} if none is. */
  int nextMain() {
    for (int steps = 0; steps < used; steps++) {
      hand = hand + 1 < used ? hand + 1 : 0;
      if (kinds[hand] == MAIN) {
        return hand;
      }
    }
    return NONE;
  }

  /** Frees a place that is not in the queue. */
  void free(int place) {
    taken--;
    ends[place] = NEVER;
    release(place);
  }

  /** Frees a place wherever it is; one in the queue as soon as its turn comes. */
  void vacate(int place) {
    if (kinds[place] == MAIN) {
      free(place);
    } else {
      taken--;
      ends[place] = NEVER;
      kinds[place] = VACATED;
    }
  }

  private void release(int place) {
    kinds[place] = FREE;
    free[freeCount++] = place;
  }
}
