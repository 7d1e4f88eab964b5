package dev.rosa.bench.cold;

import dev.rosa.bench.display.TimeLeft;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says what is measured, how much is done and how long the rest will take, from how long the done
 * part took. Owned by one thread.
 */
final class ColdProgress {

  private static final long NANOS_BETWEEN_LINES = Duration.ofSeconds(10).toNanos();

  private final PrintStream out;
  private final LongSupplier nanoTime;
  private final double all;
  private final long beganNanos;
  private double done;
  private long lastLineNanos;

  /**
   * A progress.
   *
   * @param all seconds that everything is expected to take; only shares matter
   */
  ColdProgress(PrintStream out, LongSupplier nanoTime, double all) {
    this.out = out;
    this.nanoTime = nanoTime;
    this.all = all;
    this.beganNanos = nanoTime.getAsLong();
    this.lastLineNanos = beganNanos - NANOS_BETWEEN_LINES;
  }

  /**
   * Shows the part that begins now.
   *
   * @param weight its share of {@code all}
   */
  void begin(String what, double weight) {
    long now = nanoTime.getAsLong();
    if (now - lastLineNanos >= NANOS_BETWEEN_LINES) {
      lastLineNanos = now;
      out.printf(Locale.ROOT, "cold: %3.0f %%  %s, %s%n", 100 * done / all, what, left(now));
    }
    done += weight;
  }

  private String left(long now) {
    // Before anything is done, the expectation is all there is.
    return TimeLeft.of(done == 0 ? all : (now - beganNanos) / 1e9 * (all - done) / done);
  }
}
