package dev.rosa.router;

import java.util.Arrays;

/**
 * What is kept of replay windows, one after the other: a session's number, the highest sequence
 * number accepted, and when it is of no use any more (Unix seconds). Grows as needed; owned by one
 * thread at a time.
 */
final class ReplayFloors {

  private static final int FLOOR = 3;

  private long[] values;
  private int count;

  /** Room for so many before it has to grow. */
  ReplayFloors(int capacity) {
    values = new long[capacity * FLOOR];
  }

  void add(long session, long highest, long endSeconds) {
    int at = count * FLOOR;
    if (at == values.length) {
      values = Arrays.copyOf(values, Math.max(FLOOR, 2 * at));
    }
    values[at] = session;
    values[at + 1] = highest;
    values[at + 2] = endSeconds;
    count++;
  }

  void addAll(ReplayFloors others) {
    for (int i = 0; i < others.count; i++) {
      add(others.session(i), others.highest(i), others.endSeconds(i));
    }
  }

  int count() {
    return count;
  }

  /** How many more fit without growing. */
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

  long endSeconds(int index) {
    return values[index * FLOOR + 2];
  }

  void clear() {
    count = 0;
  }
}
