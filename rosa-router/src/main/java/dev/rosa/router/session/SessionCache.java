package dev.rosa.router.session;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.session.SettledClock;
import dev.rosa.wire.active.Grant;
import java.util.Random;

/**
 * Cache of a worker's verified sessions, bounded in number and bytes, each found only by every
 * parameter of its key. Eviction is that of S3-FIFO. A new session is on probation with a tenth of
 * the others, and takes the place of an established one only if it was used more often of late. A
 * flood of new sessions therefore evicts itself. Sessions of a user with more than its share go
 * first. Of a session that had to leave before its end, the highest sequence number stays, so that
 * its old packets cannot be replayed. Owned by one worker; allocates nothing in the steady state.
 */
public final class SessionCache {

  /** No session. */
  public static final int NONE = -1;

  /** One in so many is on probation. */
  private static final int PROBATION_SHARE = 10;

  /** Established sessions that are looked at to find the one that is used least. */
  private static final int SAMPLE = 16;

  /** The same while a user has more than its share: one of that user's is looked for. */
  private static final int SAMPLE_FOR_SHARES = 64;

  /** More leave the queue than enter it while it is too long. */
  private static final int DEQUEUED_PER_NEW = 8;

  private final SessionLimits limits;
  private final SessionTimes times;
  private final SessionTable table;
  private final SessionPlaces places;
  private final SessionMemory memory;
  private final DepartedSessions departed;
  private final ChangedPlaces changed;
  private final UserShares shares;

  /** Counts batches: sessions that the current one has touched do not make room. */
  private long batch;

  private long bytes;
  private volatile int live;
  private volatile long liveBytes;

  /**
   * An empty cache.
   *
   * @param skewSeconds how long after SET packets are still accepted
   * @param known sessions whose numbers will be {@linkplain #restore restored}, see {@link
   *     SessionLimits#departed}
   * @param random makes the places of sessions unpredictable
   */
  public SessionCache(SessionLimits limits, long skewSeconds, int known, Random random) {
    this.limits = limits;
    times = new SessionTimes(skewSeconds);
    table = new SessionTable(limits.sessions(), random.nextLong());
    places = new SessionPlaces(limits.sessions(), mostOnProbation(limits.sessions()) + 1);
    memory = new SessionMemory(places.count());
    departed = new DepartedSessions(limits.departed(known), random.nextLong());
    changed = new ChangedPlaces(places.count());
    shares = new UserShares(limits, random.nextLong());
  }

  private int mostOnProbation(int sessions) {
    return Math.max(sessions / PROBATION_SHARE, Math.min(limits.batch(), sessions / 2));
  }

  /** A batch begins: sessions that it does not touch may make room. */
  public void beginBatch(long nowSeconds) {
    this.batch++;
    times.setNow(nowSeconds);
    departed.setTime(times.settled(), times.latestNow());
  }

  /** Sets the time before which sessions have ended for good, see {@link SettledClock}. */
  public void settle(long settledSeconds) {
    times.setSettled(settledSeconds);
  }

  /** The latest end of the sessions that came since this was last asked, Unix seconds, or 0. */
  public long takeLatestEndSeconds() {
    return times.takeLatestEnd();
  }

  /** Start of the search of {@link #find} for a session; to be used for {@link #guess}. */
  long hash(long session) {
    return table.hash(session);
  }

  /** Reads what {@link #find} will read of the table, and nothing else. */
  long readTable(long hash) {
    return table.readAhead(hash);
  }

  /** Likely place of the session that {@link #find} will find, or {@link #NONE}. */
  int guess(long hash) {
    int slot = table.first(hash);
    return slot == SessionTable.NONE ? NONE : table.place(slot);
  }

  /**
   * The session all of whose parameters equal the words at {@code at}, see {@link ContextWords};
   * else {@link #NONE}. Asking leaves no trace: the packet has proven nothing yet.
   */
  public int find(long[] words, int at) {
    long hash = table.hash(words[at + ContextWords.SESSION]);
    for (int slot = table.first(hash); slot != SessionTable.NONE; slot = table.next(hash, slot)) {
      int place = table.place(slot);
      if (memory.hasContext(place, words, at)) {
        return endOf(place) > times.now() ? place : NONE;
      }
    }
    return NONE;
  }

  private long endOf(int place) {
    return times.endOf(memory.set(place));
  }

  /**
   * True if a session that is not there may be one that was forgotten altogether: its packets could
   * be replays, so it must not be added.
   *
   * @param words its parameters, see {@link ContextWords}
   */
  public boolean mayHaveLost(long[] words, int at) {
    return departed.mayHaveLost(
        words[at + ContextWords.SESSION],
        ContextWords.user(words, at),
        times.beginOf(ContextWords.sst(words, at)),
        times.endOf(ContextWords.set(words, at)));
  }

  /** The records of the sessions that {@link #find} found. */
  public SessionMemory memory() {
    return memory;
  }

  /** Notes that a packet of the session has proven itself. */
  public void touch(int place) {
    memory.setUse(place, SessionUse.again(memory.use(place), batch, times.now()));
  }

  /** Notes a packet's sequence number; false if it was seen before, or is too old to know. */
  public boolean accept(int place, long sequence) {
    noteChange(place);
    return memory.accept(place, sequence);
  }

  private void noteChange(int place) {
    long use = memory.use(place);
    if ((use & SessionUse.CHANGED) == 0) {
      memory.setUse(place, use | SessionUse.CHANGED);
      changed.add(place);
    }
  }

  /**
   * Adds a session that has proven itself and is not there; others make room for it.
   *
   * @param words its parameters, see {@link ContextWords}
   * @param keys owned by the cache from now on
   */
  public int add(long[] words, int at, PreparedKeys keys) {
    boolean keepsState = Grant.mayKeepState(ContextWords.grantBits(words, at));
    int footprint = SessionMemory.footprintBytes(keys, keepsState);
    long session = words[at + ContextWords.SESSION];
    // Taken first: those that make room could push it out.
    long highest = departed.take(session);
    makeRoom(footprint);
    int place = places.take(times.noteEnd(times.endOf(ContextWords.set(words, at))));
    memory.open(place, words, at, keys, highest);
    memory.setUse(place, SessionUse.first(memory.use(place), highest != 0, batch, times.now()));
    noteChange(place);
    table.put(table.hash(session), place);
    bytes += footprint;
    shares.add(memory.user(place), footprint);
    promoteWhoStayed();
    publish();
    return place;
  }

  /** While there is room for all, a session that stays long enough is established. */
  private void promoteWhoStayed() {
    int most = mostOnProbation(places.taken());
    for (int i = 0; i < DEQUEUED_PER_NEW && places.queued() > most; i++) {
      int place = places.dequeue();
      if (place != SessionPlaces.NONE) {
        places.promote(place);
      }
    }
  }

  private void makeRoom(int footprint) {
    boolean possible = true;
    while (possible
        && (places.taken() >= limits.sessions() || bytes + footprint > limits.bytes())) {
      possible = pushOutOne();
    }
  }

  /** False if packets of every session are on their way. */
  private boolean pushOutOne() {
    boolean crowded = places.queued() >= mostOnProbation(places.taken());
    int candidate = crowded ? longestOnProbation() : NONE;
    if (candidate != NONE && frequency(candidate) == 0) {
      pushOut(candidate);
      return true;
    }
    int established = leastUsed();
    if (candidate == NONE && established == NONE) {
      candidate = longestOnProbation();
    }
    if (candidate == NONE && established == NONE) {
      return false;
    }
    if (candidate == NONE || established == NONE) {
      pushOut(candidate == NONE ? established : candidate);
    } else if (goesBefore(established, candidate)) {
      places.promote(candidate);
      pushOut(established);
    } else {
      pushOut(candidate);
    }
    return true;
  }

  /** True if a session makes room before another does. */
  private boolean goesBefore(int place, int other) {
    boolean exceeds = exceedsShare(place);
    return exceeds == exceedsShare(other) ? frequency(place) < frequency(other) : exceeds;
  }

  private boolean exceedsShare(int place) {
    return shares.isExceeded() && shares.isExceededBy(memory.user(place));
  }

  private int frequency(int place) {
    return SessionUse.frequency(memory.use(place), times.now());
  }

  private boolean isOnItsWay(int place) {
    return SessionUse.isOfBatch(memory.use(place), batch);
  }

  /** Taken out of the queue; {@link #NONE} if packets of all are on their way. */
  private int longestOnProbation() {
    for (int left = places.queued(); left > 0; left--) {
      int place = places.dequeue();
      if (place != SessionPlaces.NONE && !isOnItsWay(place)) {
        return place;
      }
      if (place != SessionPlaces.NONE) {
        places.enqueue(place);
      }
    }
    return NONE;
  }

  /** Of the next few established sessions the first to go; {@link #NONE} if there is none. */
  private int leastUsed() {
    int least = NONE;
    int sample = shares.isExceeded() ? SAMPLE_FOR_SHARES : SAMPLE;
    for (int i = 0, seen = 0; i < sample + limits.batch() && seen < sample; i++) {
      int place = places.nextMain();
      if (place == SessionPlaces.NONE) {
        return NONE;
      }
      if (isOnItsWay(place)) {
        continue;
      }
      seen++;
      if (least == NONE || goesBefore(place, least)) {
        least = place;
      }
      if (frequency(least) == 0 && exceedsShare(least) == shares.isExceeded()) {
        return least;
      }
    }
    return least;
  }

  private void pushOut(int place) {
    depart(place);
    places.free(place);
  }

  /** Forgets a session before its end; its highest number stays. */
  private void depart(int place) {
    long end = endOf(place);
    if (end > times.settled()) {
      boolean changed = (memory.use(place) & SessionUse.CHANGED) != 0;
      departed.put(memory.session(place), memory.highest(place), end, memory.user(place), changed);
    } else {
      departed.noteEnded(end);
    }
    forget(place);
  }

  private void forget(int place) {
    table.remove(table.hash(memory.session(place)), place);
    int footprint = memory.footprintBytes(place);
    bytes -= footprint;
    shares.remove(memory.user(place), footprint);
    memory.close(place);
  }

  private void publish() {
    live = places.taken();
    liveBytes = bytes;
  }

  /** Takes up what a router before this one knew, to be called after {@link #settle}. */
  public void restore(ReplayFloors floors, long nowSeconds) {
    times.restore(floors, nowSeconds);
    departed.setTime(times.settled(), times.latestNow());
    departed.restore(floors);
  }

  /** Every place that has a session is less than this. */
  public int places() {
    return places.used();
  }

  /** Forgets the session at {@code place} if there is one and it has ended for good. */
  public boolean forgetIfEnded(int place, long settledSeconds) {
    long end = places.endSeconds(place);
    if (end > settledSeconds) {
      return false;
    }
    departed.noteEnded(end);
    forget(place);
    places.vacate(place);
    publish();
    return true;
  }

  /** True if there is a session at {@code place}. */
  public boolean isTaken(int place) {
    return places.isTaken(place);
  }

  /** Destroys the keys of the session at {@code place}, which is there; its number stays. */
  public void expel(int place) {
    depart(place);
    places.vacate(place);
    publish();
  }

  /** Destroys all keys and forgets all sessions; departed ones stay departed. */
  public void forgetAll() {
    for (int place = 0; place < places.used(); place++) {
      if (places.isTaken(place)) {
        forget(place);
        places.vacate(place);
      }
    }
    publish();
  }

  /** Number of places whose session has a number that the record lacks. */
  int changes() {
    return changed.count();
  }

  /** Takes one of these places; it counts as unchanged from now on. There must be one. */
  int takeChanged() {
    int place = changed.take();
    memory.setUse(place, memory.use(place) & ~SessionUse.CHANGED);
    return place;
  }

  /** Those that had to leave. */
  public DepartedSessions departed() {
    return departed;
  }

  /** Adds what must not be forgotten of the session at {@code place}, if there is one. */
  void addTo(ReplayFloors floors, int place) {
    if (places.isTaken(place)) {
      long end = places.endSeconds(place);
      int user = memory.user(place);
      floors.add(memory.session(place), memory.highest(place), end, user, departed.run());
    }
  }

  /** Sessions in the cache. From any thread. */
  public int live() {
    return live;
  }

  /** About how many bytes they and their keys take. From any thread. */
  public long liveBytes() {
    return liveBytes;
  }
}
