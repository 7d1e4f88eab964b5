package dev.rosa.router.execution;

/**
 * Times of the last failures, which tell how many there were within a time. Of a large number only
 * so many are kept, and the time is as much shorter. Not thread-safe.
 */
final class FailureWindow {

  private static final int MOST_TIMES = 256;

  private final long[] times;
  private final long withinNanos;
  private int next;
  private int noted;

  FailureWindow(CodeBreaker.Limits limits) {
    this.times = new long[Math.min(limits.failures(), MOST_TIMES)];
    this.withinNanos =
        (long) ((double) limits.within().toNanos() * times.length / limits.failures());
  }

  /** Failures that it keeps: so many within the time are too many. */
  int most() {
    return times.length;
  }

  /** Notes a failure, and counts those within the time, this one included. */
  int add(long nowNanos) {
    times[next] = nowNanos;
    next = (next + 1) % times.length;
    noted = Math.min(noted + 1, times.length);
    int recent = 0;
    for (int i = 0; i < noted; i++) {
      recent += nowNanos - times[i] <= withinNanos ? 1 : 0;
    }
    return recent;
  }

  /** Forgets all. */
  void clear() {
    noted = 0;
    next = 0;
  }
}
