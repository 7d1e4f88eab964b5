package dev.rosa.bench.sessions;

import dev.rosa.bench.display.TimeLeft;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Says what is being done and how long it will take yet: one line that changes on a terminal, else
 * one line now and then. Owned by one thread.
 */
final class ProgressLine {

  private static final long NANOS_BETWEEN_CHANGES = 200_000_000L;
  private static final long NANOS_BETWEEN_LINES = 5_000_000_000L;

  private final PrintStream out;
  private final boolean terminal;
  private String what = "";
  private long beganNanos;
  private long shownNanos;

  ProgressLine(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Something else begins. */
  void begin(String what) {
    this.what = what;
    beganNanos = System.nanoTime();
    shownNanos = beganNanos - NANOS_BETWEEN_LINES;
    show(0, 1);
  }

  /** So much of it is done. */
  void show(long done, long all) {
    long now = System.nanoTime();
    if (now - shownNanos < (terminal ? NANOS_BETWEEN_CHANGES : NANOS_BETWEEN_LINES)) {
      return;
    }
    shownNanos = now;
    String line = "sessions: " + what;
    if (done > 0) {
      double left = (now - beganNanos) / 1e9 * (all - done) / done;
      line += String.format(Locale.ROOT, ", %d %%, %s", 100 * done / all, TimeLeft.of(left));
    }
    if (terminal) {
      out.print("\r\033[K" + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** Removes the line that changes. */
  void end() {
    if (terminal) {
      out.print("\r\033[K");
      out.flush();
    }
  }
}
