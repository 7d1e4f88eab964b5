package dev.rosa.bench.display;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Axis of a picture: where a value lies between the least and the largest that are shown. Its marks
 * are 1, 2 and 5 times powers of ten, so that a reader can tell a value between two of them.
 *
 * @param logarithmic whether a factor is the same distance everywhere; else a difference is
 * @param low the least value shown; above 0 if logarithmic
 * @param high the largest value shown, above {@code low}
 * @param from where {@code low} is, in the picture's units
 * @param to where {@code high} is
 */
record Scale(boolean logarithmic, double low, double high, double from, double to) {

  private static final int[] STEPS = {1, 2, 5};

  /** The most spaces between marks of a linear scale. */
  private static final int MOST_SPACES = 6;

  /** Keeps a mark at the very end of the scale in spite of rounding. */
  private static final double SLACK = 1e-9;

  /** The place of a value. */
  double at(double value) {
    return from + (to - from) * (unit(value) - unit(low)) / (unit(high) - unit(low));
  }

  private double unit(double value) {
    return logarithmic ? Math.log10(value) : value;
  }

  /** The values to mark, rising. */
  List<Double> marks() {
    return logarithmic ? factors() : multiples();
  }

  private List<Double> factors() {
    List<Double> marks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
      for (int step : STEPS) {
        double mark = step * Math.pow(10, power);
        if (mark >= low * (1 - SLACK) && mark <= high * (1 + SLACK)) {
          marks.add(mark);
        }
      }
    }
    return marks;
  }

  private List<Double> multiples() {
    double step = step((high - low) / MOST_SPACES);
    List<Double> marks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - SLACK); i * step <= high * (1 + SLACK); i++) {
      marks.add(i * step);
    }
    return marks;
  }

  /** The least of the steps that is no smaller. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int step : STEPS) {
      if (step * power >= least * (1 - SLACK)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /** A mark's value for people, e.g. {@code 0.05}, {@code 1,000}. */
  static String label(double mark) {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(mark);
  }
}
