package dev.rosa.client.demo;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells a person what happens, as it happens, each line with the seconds since the beginning. */
final class Narration {

  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final long begin = System.nanoTime();

  Narration(PrintWriter out) {
    this.out = out;
  }

  void heading(String text) {
    out.println();
    out.println(text);
    out.flush();
  }

  void line(String format, Object... values) {
    out.printf(Locale.ROOT, "%6.1f s  ", seconds());
    out.printf(Locale.ROOT, format, values);
    out.println();
    out.flush();
  }

  double seconds() {
    return (System.nanoTime() - begin) / NANOS;
  }
}
