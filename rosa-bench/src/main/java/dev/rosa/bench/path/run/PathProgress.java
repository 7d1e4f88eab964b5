package dev.rosa.bench.path.run;

import dev.rosa.bench.display.TimeLeft;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says what is measured, how much is done and how long the rest will take: one line that changes on
 * a terminal, else a line now and then. Owned by one thread.
 */
public final class PathProgress {

  private static final long NANOS_BETWEEN_LINES = Duration.ofSeconds(10).toNanos();

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private final double all;
  private final long beganNanos;
  private double done;
  private long lastLineNanos;

  /**
   * A progress.
   *
   * @param all seconds that everything is expected to take
   */
  public PathProgress(PrintStream out, boolean terminal, LongSupplier nanoTime, double all) {
    this.out = out;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.all = all;
    this.beganNanos = nanoTime.getAsLong();
    this.lastLineNanos = beganNanos - NANOS_BETWEEN_LINES;
  }

  /**
   * Shows the part that begins now.
   *
   * @param seconds its share of {@code all}
   */
  void begin(String what, double seconds) {
    long now = nanoTime.getAsLong();
    double share = Math.min(1, done / all);
    if (terminal || now - lastLineNanos >= NANOS_BETWEEN_LINES) {
      lastLineNanos = now;
      String line =
          String.format(Locale.ROOT, "path: %3.0f %%  %s, %s", 100 * share, what, left(now, share));
      out.print(terminal ? "\r\033[K" + line : line + System.lineSeparator());
      out.flush();
    }
    done += seconds;
  }

  private String left(long now, double share) {
    // Early on, the expectation says more than the little that is done.
    double pace = share < 0.05 ? 1 : (now - beganNanos) / 1e9 / done;
    return TimeLeft.of((all - done) * pace);
  }

  /** Removes the line that changes. */
  void end() {
    if (terminal) {
      out.print("\r\033[K");
      out.flush();
    }
  }
}
