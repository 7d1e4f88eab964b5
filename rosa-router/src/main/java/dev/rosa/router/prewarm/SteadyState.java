package dev.rosa.router.prewarm;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Test of whether the laps of prewarming are as fast as they will get. The median of the last ones
 * is about the best there was, and the compilers have nothing left to do. Owned by one thread.
 */
final class SteadyState {

  /** Laps whose median is looked at. */
  private static final int WINDOW = 8;

  /** Laps before which nothing can be hot: compilers count calls. */
  private static final int LEAST_LAPS = 40;

  /** Windows in a row that must be about the best, with compilers at rest at their end. */
  private static final int STEADY_WINDOWS = 2;

  /** About the best: at most 10 % above. */
  private static final double TOLERANCE = 1.1;

  private final BooleanSupplier compilersAtRest;
  private final long[] window = new long[WINDOW];
  private int laps;
  private long best = Long.MAX_VALUE;
  private int steady;

  /**
   * A judge of laps.
   *
   * @param compilersAtRest whether nothing is being compiled
   */
  SteadyState(BooleanSupplier compilersAtRest) {
    this.compilersAtRest = compilersAtRest;
  }

  /** Takes down how long a lap took. */
  void add(long nanos) {
    window[laps++ % WINDOW] = nanos;
    if (laps % WINDOW == 0) {
      judge(median());
    }
  }

  private long median() {
    long[] sorted = window.clone();
    Arrays.sort(sorted);
    return sorted[WINDOW / 2];
  }

  private void judge(long median) {
    // A window that is much better than all before says that the next may be better still.
    boolean improving = median * TOLERANCE < best;
    boolean aboutTheBest = median <= best * TOLERANCE;
    best = Math.min(best, median);
    boolean calm = aboutTheBest && !improving && compilersAtRest.getAsBoolean();
    steady = calm ? steady + 1 : 0;
  }

  /** True if it is hot. */
  boolean isReached() {
    return laps >= LEAST_LAPS && steady >= STEADY_WINDOWS;
  }
}
