package dev.rosa.bench.measure;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;

/** Warning that other processes load the machine while a bench runs. Stateless. */
public final class Load {

  /** One core is for the measurement, a second one for compiling while it warms up. */
  private static final double MOST_PER_CORE = 0.6;

  private Load() {}

  /** A sentence without a full stop if others keep this machine busy; empty if not. */
  public static Optional<String> warning() {
    return warning(
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * The same for a given load.
   *
   * @param average of the last minute; negative if unknown
   */
  public static Optional<String> warning(double average, int cores) {
    return average <= MOST_PER_CORE * cores
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "The machine was busy with other work when the run began (load average %.1f on %d"
                    + " core%s): times are longer than they would be, and ratios scatter",
                average,
                cores,
                cores == 1 ? "" : "s"));
  }
}
