package dev.rosa.bench.shootout;

import dev.rosa.bench.display.TimeLeft;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says what runs, how much is done, and how long the rest will take: one line that changes on a
 * terminal, else one line now and then. Owned by one thread.
 */
final class Progress {

  private static final long NANOS_BETWEEN_LINES = Duration.ofSeconds(10).toNanos();
  private static final int WIDTH = 110;

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private long lastLineNanos;
  private boolean any;

  Progress(PrintStream out, boolean terminal, LongSupplier nanoTime) {
    this.out = out;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
  }

  /**
   * Shows the task that begins now.
   *
   * @param taken since the beginning
   * @param left for the rest
   */
  void show(String what, Duration taken, Duration left) {
    double percent = 100.0 * taken.toNanos() / Math.max(1, taken.plus(left).toNanos());
    String time = TimeLeft.of(left.toMillis() / 1_000.0);
    String line = String.format(Locale.ROOT, "shootout: %3.0f %%  %s, %s", percent, what, time);
    if (terminal) {
      out.print("\r\033[K" + line.substring(0, Math.min(WIDTH, line.length())));
      out.flush();
    } else if (!any || nanoTime.getAsLong() - lastLineNanos >= NANOS_BETWEEN_LINES) {
      out.println(line);
      lastLineNanos = nanoTime.getAsLong();
    }
    any = true;
  }

  /** Removes the line that changes. */
  void end() {
    if (terminal && any) {
      out.print("\r\033[K");
      out.flush();
    }
  }
}
