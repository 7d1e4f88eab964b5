package dev.rosa.bench.sessions;

import java.util.Arrays;

/** Median of several measurements. Stateless. */
final class Median {

  private Median() {}

  /** The upper one if there are two. */
  static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
