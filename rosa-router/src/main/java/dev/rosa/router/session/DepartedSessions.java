package dev.rosa.router.session;

import dev.rosa.session.SettledClock;

/**
 * Store of replay floors: the highest sequence numbers of sessions evicted before their end, whose
 * old packets must not be replayed. A bounded number of floors, 24 bytes each, in buckets of eight.
 * Where a bucket has no room, the user with the most floors in it loses the one whose session ends
 * soonest. The bucket notes that: a session that could be the one it lost is not let in again. A
 * floor that is forgotten because its session has ended is noted, too: the clock may be set back.
 * The record may have an older number of a lost session, so that is marked there as lost. Pages of
 * buckets are made when they are first used. One worker's.
 */
public final class DepartedSessions {

  /** Floor of a session whose floor was lost: it has no number left that may be accepted. */
  static final long ALL_LOST = -1L;

  /** Lost sessions that wait to be recorded; beyond it, the record is written anew. */
  private static final int MOST_UNRECORDED = 1 << 14;

  private static final int NONE = -1;
  private static final int BUCKET = 8;
  private static final int SESSION = 0;
  private static final int HIGHEST = 1;

  /** The user in the upper half, the end in the lower, unsigned Unix seconds. */
  private static final int USER_AND_END = 2;

  private static final int FLOOR = 3;

  /** Of the bucket: whose floors were lost, when the last was, in halves; when the last ends. */
  private static final int LOST_USER_AND_MOMENT = BUCKET * FLOOR;

  private static final int LOST_END = LOST_USER_AND_MOMENT + 1;
  private static final int BUCKET_WORDS = LOST_END + 1;
  private static final long LOWER = 0xffff_ffffL;

  /** As many as make an array of 1 MiB with its header. */
  private static final int BUCKETS_PER_PAGE = ((1 << 17) - 2) / BUCKET_WORDS;

  private final long[][] pages;
  private final int shift;
  private final long seed;
  private final DirtyBits dirty;
  private final LostFloors lost = new LostFloors();
  private final RestoredFloors restored;
  private final ReplayFloors unrecorded = new ReplayFloors(0);
  private int run = 1;
  private boolean isRecordOld;
  private boolean lostMore;
  private long endedSeconds;
  private long settledSeconds;
  private long latestSeconds;

  /**
   * Room for some.
   *
   * @param capacity at least so many
   * @param seed makes buckets unpredictable
   */
  DepartedSessions(int capacity, long seed) {
    int buckets = Integer.highestOneBit(Math.max(2, (capacity - 1) / BUCKET)) << 1;
    this.shift = Long.SIZE - Integer.numberOfTrailingZeros(buckets);
    this.seed = seed | 1;
    this.pages = new long[(buckets + BUCKETS_PER_PAGE - 1) / BUCKETS_PER_PAGE][];
    this.dirty = new DirtyBits(buckets * BUCKET);
    this.restored = new RestoredFloors(buckets * BUCKET);
  }

  /** Places for floors; every index is less. */
  int count() {
    return (1 << (Long.SIZE - shift)) * BUCKET;
  }

  /**
   * Says what time it is.
   *
   * @param settledSeconds sessions that ended before then have ended for good, see {@link
   *     SettledClock}
   * @param latestSeconds the latest that the wall clock ever said, see {@link SessionTimes}
   */
  void setTime(long settledSeconds, long latestSeconds) {
    this.settledSeconds = settledSeconds;
    this.latestSeconds = latestSeconds;
  }

  private int firstOf(long session) {
    long z = (session ^ (session >>> 32)) * seed;
    z = (z ^ (z >>> 29)) * 0xbf58476d1ce4e5b9L;
    return (int) (z >>> shift) * BUCKET;
  }

  private long[] page(int index) {
    return pages[index / (BUCKET * BUCKETS_PER_PAGE)];
  }

  /** Index in its page at which the bucket of a floor begins. */
  private static int atBucket(int index) {
    return index / BUCKET % BUCKETS_PER_PAGE * BUCKET_WORDS;
  }

  private static int at(int index) {
    return atBucket(index) + index % BUCKET * FLOOR;
  }

  private long sessionOf(int index) {
    return page(index)[at(index) + SESSION];
  }

  private long endOf(int index) {
    return page(index)[at(index) + USER_AND_END] & LOWER;
  }

  private int userOf(int index) {
    return (int) (page(index)[at(index) + USER_AND_END] >>> Integer.SIZE);
  }

  /**
   * Keeps a session's highest sequence number, if there is room.
   *
   * @param endSeconds at most 2^32 − 1
   * @param user see {@link ContextWords#user}
   * @param changed whether the record does not have it yet
   */
  void put(long session, long highest, long endSeconds, int user, boolean changed) {
    int index = keep(session, highest, endSeconds, user, changed);
    if (index != NONE) {
      restored.clear(index);
    }
  }

  /** As above; the index of the floor, or none if there is no room. */
  private int keep(long session, long highest, long endSeconds, int user, boolean changed) {
    int first = firstOf(session);
    if (page(first) == null) {
      pages[first / (BUCKET * BUCKETS_PER_PAGE)] = new long[BUCKETS_PER_PAGE * BUCKET_WORDS];
    }
    int known = indexOf(session, first);
    if (known != NONE) {
      raise(known, highest, endSeconds);
    }
    int index = known != NONE ? known : roomFor(endSeconds, user, first);
    if (index == NONE) {
      noteLost(session, endSeconds, user, changed);
      return NONE;
    }
    if (known == NONE) {
      long[] page = page(index);
      page[at(index) + SESSION] = session;
      page[at(index) + HIGHEST] = highest;
      page[at(index) + USER_AND_END] = (long) user << Integer.SIZE | endSeconds;
      dirty.clear(index);
    }
    if (changed) {
      dirty.set(index);
    }
    return index;
  }

  private void raise(int index, long highest, long endSeconds) {
    long[] page = page(index);
    int at = at(index);
    if (Long.compareUnsigned(highest, page[at + HIGHEST]) > 0) {
      page[at + HIGHEST] = highest;
    }
    long end = Math.max(endOf(index), endSeconds);
    page[at + USER_AND_END] = (page[at + USER_AND_END] & ~LOWER) | end;
  }

  private int indexOf(long session, int first) {
    for (int index = first; index < first + BUCKET; index++) {
      if (sessionOf(index) == session && endOf(index) != 0) {
        return index;
      }
    }
    return NONE;
  }

  /** A place in a bucket, also if a floor has to be lost for it; none if that is the new one. */
  private int roomFor(long endSeconds, int user, int first) {
    for (int index = first; index < first + BUCKET; index++) {
      if (endOf(index) <= settledSeconds) {
        noteEnded(endOf(index));
        return index;
      }
    }
    int loser = NONE;
    int most = 1 + floorsOf(user, first);
    long soonest = endSeconds;
    for (int index = first; index < first + BUCKET; index++) {
      int floors = floorsOf(userOf(index), first) + (userOf(index) == user ? 1 : 0);
      if (floors > most || (floors == most && endOf(index) < soonest)) {
        loser = index;
        most = floors;
        soonest = endOf(index);
      }
    }
    lose(first, loser == NONE ? user : userOf(loser), soonest);
    if (loser != NONE) {
      noteLost(sessionOf(loser), endOf(loser), userOf(loser), dirty.isSet(loser));
    }
    return loser;
  }

  /**
   * Notes a session whose floor is lost.
   *
   * @param changed whether the record has an older floor, or none
   */
  private void noteLost(long session, long endSeconds, int user, boolean changed) {
    if (changed && unrecorded.count() < MOST_UNRECORDED) {
      unrecorded.add(session, ALL_LOST, endSeconds, user, run);
    } else {
      isRecordOld |= changed;
    }
  }

  private int floorsOf(int user, int first) {
    int count = 0;
    for (int index = first; index < first + BUCKET; index++) {
      count += userOf(index) == user ? 1 : 0;
    }
    return count;
  }

  private void lose(int first, int user, long endSeconds) {
    long[] page = page(first);
    int at = atBucket(first);
    boolean others = page[at + LOST_END] > settledSeconds && lostUser(page, at) != user;
    int noted = others ? LostFloors.ANY : user;
    page[at + LOST_USER_AND_MOMENT] = (long) noted << Integer.SIZE | (latestSeconds & LOWER);
    page[at + LOST_END] = Math.max(page[at + LOST_END], endSeconds);
    lost.add(user, latestSeconds, endSeconds, run);
    lostMore = true;
  }

  private static int lostUser(long[] page, int at) {
    return (int) (page[at + LOST_USER_AND_MOMENT] >>> Integer.SIZE);
  }

  /**
   * True if an unknown session may be one whose floor was lost, or one that had ended.
   *
   * @param beginSeconds when its first packet can have been accepted
   */
  boolean mayHaveLost(long session, int user, long beginSeconds, long endSeconds) {
    int first = firstOf(session);
    long[] page = page(first);
    int known = page == null ? NONE : indexOf(session, first);
    boolean before = restored.mayHaveLost(user, beginSeconds, endSeconds);
    if (known != NONE) {
      return page[at(known) + HIGHEST] == ALL_LOST || (before && restored.isStale(known));
    }
    if (endSeconds <= endedSeconds || before) {
      return true;
    }
    int at = atBucket(first);
    return page != null
        && endSeconds <= page[at + LOST_END]
        && beginSeconds <= (page[at + LOST_USER_AND_MOMENT] & LOWER)
        && LostFloors.isOf(lostUser(page, at), user);
  }

  /** Takes up what a router before this one knew; a new run begins. */
  void restore(ReplayFloors before) {
    run = before.nextRun();
    restored.addLost(before.lost());
    lost.addAll(before.lost());
    noteEnded(before.endedSeconds());
    for (int i = 0; i < before.count(); i++) {
      restore(before, i, false);
    }
    // A session's newest line may have been pushed out before an older one came.
    for (int i = 0; i < before.count(); i++) {
      restore(before, i, true);
    }
  }

  private void restore(ReplayFloors before, int i, boolean onlyKnown) {
    long session = before.session(i);
    long end = SessionTimes.fitted(before.endSeconds(i));
    if (end <= settledSeconds) {
      noteEnded(end);
      return;
    }
    int first = firstOf(session);
    int known = page(first) == null ? NONE : indexOf(session, first);
    if (known == NONE && onlyKnown) {
      return;
    }
    // What was forgotten because it had ended may have had a number that the record lacks.
    long highest = end <= endedSeconds ? ALL_LOST : before.highest(i);
    int user = before.user(i);
    boolean stale = restored.isStale(user, end, before.run(i));
    if (known != NONE) {
      int compared = Long.compareUnsigned(highest, page(known)[at(known) + HIGHEST]);
      stale = compared == 0 ? stale && restored.isStale(known) : stale;
      stale = compared < 0 ? restored.isStale(known) : stale;
    }
    int index = keep(session, highest, end, user, false);
    if (index != NONE) {
      restored.set(index, stale);
    }
  }

  /** The number of this run, see {@link ReplayFloors#run}. */
  int run() {
    return run;
  }

  /** Floors that were lost in this run and before it. */
  LostFloors lost() {
    return lost;
  }

  /** Notes the end of a session that is forgotten because it has ended. */
  void noteEnded(long endSeconds) {
    endedSeconds = Math.max(endedSeconds, endSeconds);
  }

  /** The latest end of a session that was forgotten because it had ended; 0: none was. */
  long endedSeconds() {
    return endedSeconds;
  }

  /** The latest that the wall clock ever said. */
  long latestSeconds() {
    return latestSeconds;
  }

  /** True if more was lost since the last call. */
  boolean takeLostMore() {
    boolean more = lostMore;
    lostMore = false;
    return more;
  }

  /**
   * Moves lost sessions to a block for the record, as far as it has room.
   *
   * @return true if none is left
   */
  boolean moveLostTo(ReplayFloors floors) {
    unrecorded.moveTo(floors);
    return unrecorded.count() == 0;
  }

  /** True if, since the last call, more sessions were lost than could be noted one by one. */
  boolean takeIsRecordOld() {
    boolean old = isRecordOld;
    isRecordOld = false;
    return old;
  }

  /** Takes out what was kept of a session: its highest sequence number, or 0. */
  public long take(long session) {
    int first = firstOf(session);
    int index = page(first) == null ? NONE : indexOf(session, first);
    if (index == NONE) {
      return 0;
    }
    long[] page = page(index);
    int at = at(index);
    long highest = page[at + HIGHEST];
    page[at + SESSION] = 0;
    page[at + HIGHEST] = 0;
    page[at + USER_AND_END] = 0;
    dirty.clear(index);
    restored.clear(index);
    return highest;
  }

  /** Floors that changed since they were last copied, one bit each. */
  DirtyBits dirty() {
    return dirty;
  }

  /** Adds the floor at {@code index} to {@code floors}, if there is one that is still of use. */
  void addTo(ReplayFloors floors, int index, long settledSeconds) {
    if (page(index) == null) {
      return;
    }
    if (endOf(index) > settledSeconds) {
      long highest = page(index)[at(index) + HIGHEST];
      int user = userOf(index);
      int since = restored.run(index, user, endOf(index), run);
      floors.add(sessionOf(index), highest, endOf(index), user, since);
    } else {
      noteEnded(endOf(index));
    }
  }
}
