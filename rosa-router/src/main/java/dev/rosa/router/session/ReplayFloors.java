package dev.rosa.router.session;

import dev.rosa.session.SettledClock;
import java.util.Arrays;

/**
 * Growable block of replay floors, the highest sequence numbers of sessions, on their way to or
 * from the {@link ReplayRecord} on disk. Each has a session's number, the highest sequence number
 * accepted, the floor's end (Unix seconds), and the session's user. Beside them: the lost floors,
 * the ended sessions, and the time. Grows as needed; owned by one thread at a time.
 */
public final class ReplayFloors {

  private static final int FLOOR = 4;

  private final LostFloors lost = new LostFloors();
  private long[] values;
  private int count;
  private long clockSeconds;
  private long endedSeconds;

  /** Room for so many before it has to grow. */
  ReplayFloors(int capacity) {
    values = new long[capacity * FLOOR];
  }

  /**
   * Adds a floor.
   *
   * @param user see {@link ContextWords#user}; 0: unknown
   */
  void add(long session, long highest, long endSeconds, int user) {
    int at = count * FLOOR;
    if (at == values.length) {
      values = Arrays.copyOf(values, Math.max(FLOOR, 2 * at));
    }
    values[at] = session;
    values[at + 1] = highest;
    values[at + 2] = endSeconds;
    values[at + 3] = user;
    count++;
  }

  /** Adds all that others say; the earlier of two times counts. */
  void addAll(ReplayFloors others) {
    for (int i = 0; i < others.count; i++) {
      add(others.session(i), others.highest(i), others.endSeconds(i), others.user(i));
    }
    lost.addAll(others.lost);
    noteEnded(others.endedSeconds);
    boolean earlier = clockSeconds == 0 || others.clockSeconds < clockSeconds;
    clockSeconds = others.clockSeconds != 0 && earlier ? others.clockSeconds : clockSeconds;
  }

  /** Moves floors to a block, as many as that has room for; the last ones first. */
  void moveTo(ReplayFloors block) {
    for (; count > 0 && block.room() > 0; count--) {
      int last = count - 1;
      block.add(session(last), highest(last), endSeconds(last), user(last));
    }
  }

  public int count() {
    return count;
  }

  /** Lines that a file needs for all of it. */
  int lines() {
    return count + lost.count() + (clockSeconds == 0 ? 0 : 1) + (endedSeconds == 0 ? 0 : 1);
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

  int user(int index) {
    return (int) values[index * FLOOR + 3];
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
    lost.clear();
  }
}
