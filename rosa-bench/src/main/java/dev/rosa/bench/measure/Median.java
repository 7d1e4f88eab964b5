package dev.rosa.bench.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * Median of several measurements: the mean of the middle two if their number is even. Stateless.
 */
public final class Median {

  private Median() {}

  /** Empty if there are none. */
  public static OptionalDouble of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Empty if there are none. */
  public static OptionalDouble of(double... values) {
    if (values.length == 0) {
      return OptionalDouble.empty();
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
  }
}
