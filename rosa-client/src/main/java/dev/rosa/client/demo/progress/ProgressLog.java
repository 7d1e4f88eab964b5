package dev.rosa.client.demo.progress;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Lines for a person about the demo's progress, as it happens, each with the seconds since the
 * beginning.
 */
public final class ProgressLog {

  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final long begin = System.nanoTime();
  private volatile boolean ended;

  public ProgressLog(PrintWriter out) {
    this.out = out;
  }

  public void heading(String text) {
    if (ended) {
      return;
    }
    out.println();
    out.println(text);
    out.flush();
  }

  public void line(String format, Object... values) {
    if (ended) {
      return;
    }
    out.printf(Locale.ROOT, "%6.1f s  ", seconds());
    out.printf(Locale.ROOT, format, values);
    out.println();
    out.flush();
  }

  /** Ends the narration: later events are not printed. */
  public void end() {
    ended = true;
  }

  public double seconds() {
    return (System.nanoTime() - begin) / NANOS;
  }
}
