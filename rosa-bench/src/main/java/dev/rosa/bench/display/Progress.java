package dev.rosa.bench.display;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Progress of a bench: what runs, the share that is done, the time that is left. One line that
 * changes on a terminal, else one line now and then. Owned by one thread.
 */
public final class Progress {

  /** Set by the launcher where standard error is a terminal. */
  private static final String TERMINAL = "rosa.terminal";

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(200);
  private static final int WIDTH = 110;

  /** Up to this share, the expectation says more than the little that is done. */
  private static final double EARLY = 0.05;

  private final String bench;
  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private double all;
  private double done;
  private long beganNanos;
  private long shownNanos;

  /**
   * A progress.
   *
   * @param bench its name, which every line begins with
   */
  public Progress(String bench, PrintStream out, boolean terminal, LongSupplier nanoTime) {
    this.bench = bench;
    this.out = out;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.shownNanos = nanoTime.getAsLong() - BETWEEN_LINES.toNanos();
  }

  /** One on standard error. */
  public static Progress of(String bench) {
    return new Progress(bench, System.err, Boolean.getBoolean(TERMINAL), System::nanoTime);
  }

  /**
   * Begins anew.
   *
   * @param amount that everything will take: expected seconds, or a number of steps
   */
  public void expect(double amount) {
    all = amount;
    done = 0;
    beganNanos = nanoTime.getAsLong();
    shownNanos = beganNanos - BETWEEN_LINES.toNanos();
  }

  /**
   * Shows the part that begins now.
   *
   * @param seconds of the expected ones that it takes
   */
  public void begin(String part, double seconds) {
    double pace = done <= EARLY * all ? 1 : elapsedSeconds() / done;
    show(part, Math.min(1, done / all), (all - done) * pace);
    done += seconds;
  }

  /** Shows that so many of the expected steps are done, at most every so often. */
  public void reached(String part, long steps) {
    if (nanoTime.getAsLong() - shownNanos >= BETWEEN_STEPS.toNanos()) {
      show(part, steps / all, elapsedSeconds() * (all - steps) / steps);
    }
  }

  private double elapsedSeconds() {
    return (nanoTime.getAsLong() - beganNanos) / 1e9;
  }

  /**
   * Shows a part.
   *
   * @param share of everything that is done, 0–1
   * @param secondsLeft for the rest
   */
  public void show(String part, double share, double secondsLeft) {
    long now = nanoTime.getAsLong();
    if (!terminal && now - shownNanos < BETWEEN_LINES.toNanos()) {
      return;
    }
    shownNanos = now;
    String left = TimeLeft.of(secondsLeft);
    String line =
        String.format(Locale.ROOT, "%s: %3.0f %%  %s, %s", bench, 100 * share, part, left);
    if (terminal) {
      out.print("\r\033[K" + line.substring(0, Math.min(WIDTH, line.length())));
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** Removes the line that changes. */
  public void end() {
    if (terminal) {
      out.print("\r\033[K");
      out.flush();
    }
  }
}
