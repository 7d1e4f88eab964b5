package dev.rosa.bench.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Warm-up of a program in user space before it is measured: saturated until its rate over
 * successive half-seconds no longer grows. Stateless.
 */
public final class WarmUp {

  /** A run. */
  public static final double STEP_SECONDS = 0.5;

  private static final double MOST_SECONDS = 15;

  /** The last runs, none of which was faster than those before. */
  private static final int SETTLED = 3;

  private static final double GROWTH = 1.02;

  private WarmUp() {}

  /** Drives it for half a second and says how much it did a second. */
  public interface Step {
    double perSecond() throws IOException, InterruptedException;
  }

  /**
   * Runs until it is over; returns the rate of each half-second.
   *
   * @param least seconds that it takes at least
   */
  public static List<Double> run(double least, Step step) throws IOException, InterruptedException {
    List<Double> rates = new ArrayList<>();
    do {
      rates.add(step.perSecond());
    } while (seconds(rates) < MOST_SECONDS && (seconds(rates) < least || !isSettled(rates)));
    return rates;
  }

  private static double seconds(List<Double> rates) {
    return rates.size() * STEP_SECONDS;
  }

  private static boolean isSettled(List<Double> rates) {
    int before = rates.size() - SETTLED;
    if (before < 1) {
      return false;
    }
    double best = rates.subList(0, before).stream().mapToDouble(rate -> rate).max().orElseThrow();
    return rates.subList(before, rates.size()).stream().allMatch(rate -> rate <= best * GROWTH);
  }
}
