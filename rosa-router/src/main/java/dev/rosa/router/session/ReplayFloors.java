package dev.rosa.router.session;

import dev.rosa.session.SettledClock;
import java.util.Arrays;

/**
 * Growable block of replay floors, the highest sequence numbers of sessions, on their way to or
 * from the {@link ReplayRecord} on disk. Each has a session's number, the highest sequence number
 * accepted, the floor's end (Unix seconds), the session's user, and a run of the router. Beside
 * them: the lost floors, the ended sessions, and the time. Grows as needed; owned by one thread at
 * a time.
 */
public final class ReplayFloors {

  private static final int FLOOR = 4;
  private static final long LOWER = 0xffff_ffffL;

  private final LostFloors lost = new LostFloors();
  private long[] values;
  private int count;
  private long clockSeconds;
  private long endedSeconds;
  private long latestSeconds;

  /** Room for so many before it has to grow. */
  ReplayFloors(int capacity) {
    values = new long[capacity * FLOOR];
  }

  /**
   * Adds a floor.
   *
   * @param user see {@link ContextWords#user}; 0: unknown
   * @param run see {@link #run}
   */
  void add(long session, long highest, long endSeconds, int user, int run) {
    int at = count * FLOOR;
    if (at == values.length) {
      values = Arrays.copyOf(values, Math.max(FLOOR, 2 * at));
    }
    values[at] = session;
    values[at + 1] = highest;
    values[at + 2] = endSeconds;
    values[at + 3] = (long) run << Integer.SIZE | (user & LOWER);
    count++;
  }

  /** Adds all that others say; the earlier of two settled times counts. */
  void addAll(ReplayFloors others) {
    for (int i = 0; i < others.count; i++) {
      addFrom(others, i);
    }
    lost.addAll(others.lost);
    noteEnded(others.endedSeconds);
    latestSeconds = Math.max(latestSeconds, others.latestSeconds);
    boolean earlier = clockSeconds == 0 || others.clockSeconds < clockSeconds;
    clockSeconds = others.clockSeconds != 0 && earlier ? others.clockSeconds : clockSeconds;
  }

  /** Adds one of another's floors. */
  void addFrom(ReplayFloors others, int index) {
    add(
        others.session(index),
        others.highest(index),
        others.endSeconds(index),
        others.user(index),
        others.run(index));
  }

  /** Moves floors to a block, as many as that has room for; the last ones first. */
  void moveTo(ReplayFloors block) {
    for (; count > 0 && block.room() > 0; count--) {
      int last = count - 1;
      block.addFrom(this, last);
    }
  }

  public int count() {
    return count;
  }

  /** Lines that a file needs for all of it. */
  int lines() {
    int times = (clockSeconds == 0 ? 0 : 1) + (endedSeconds == 0 ? 0 : 1);
    return count + lost.count() + times + (latestSeconds == 0 ? 0 : 1);
  }

  /** Number of further floors that fit without growing. */
  int room() {
    return values.length / FLOOR - count;
  }

  long session(int index) {
    return values[index * FLOOR];
  }

  /** The highest sequence number accepted, unsigned. */
  long highest(int index) {
    return values[index * FLOOR + 1];
  }

  public long endSeconds(int index) {
    return values[index * FLOOR + 2];
  }

  /** The last of all ends; 0: there is no floor. */
  public long lastEndSeconds() {
    long last = 0;
    for (int i = 0; i < count; i++) {
      last = Math.max(last, endSeconds(i));
    }
    return last;
  }

  int user(int index) {
    return (int) values[index * FLOOR + 3];
  }

  /**
   * The router's run, up to whose end the session had no higher number: in that run, the floor is
   * of the worker that had the session. 0: not known. Runs are counted by what the records say, see
   * {@link #nextRun}.
   */
  int run(int index) {
    return (int) (values[index * FLOOR + 3] >>> Integer.SIZE);
  }

  /** The number of the run that begins with all of this: later than any in it. */
  int nextRun() {
    int latest = 0;
    for (int i = 0; i < count; i++) {
      latest = Math.max(latest, run(i));
    }
    for (int i = 0; i < lost.count(); i++) {
      latest = Math.max(latest, lost.run(i));
    }
    return latest + 1;
  }

  /** Floors that were lost. */
  LostFloors lost() {
    return lost;
  }

  /** The {@link SettledClock}'s time when this was written last; 0: unknown. */
  public long clockSeconds() {
    return clockSeconds;
  }

  void setClock(long seconds) {
    clockSeconds = seconds;
  }

  /** The latest that the wall clock said when this was written last; 0: unknown. */
  long latestSeconds() {
    return latestSeconds;
  }

  void setLatest(long seconds) {
    latestSeconds = seconds;
  }

  /** The latest end of a session that was forgotten because it had ended; 0: none is known. */
  long endedSeconds() {
    return endedSeconds;
  }

  void noteEnded(long seconds) {
    endedSeconds = Math.max(endedSeconds, seconds);
  }

  void clear() {
    count = 0;
    endedSeconds = 0;
    clockSeconds = 0;
    latestSeconds = 0;
    lost.clear();
  }
}
