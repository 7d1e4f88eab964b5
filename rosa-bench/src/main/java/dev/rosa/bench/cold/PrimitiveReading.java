package dev.rosa.bench.cold;

/**
 * Times of the first and later calls of one cryptographic operation in a fresh JVM.
 *
 * @param openMicros to find the object and to give it its key
 * @param firstMicros the first computation
 * @param secondMicros the second
 * @param steadyMicros the median of those that came when all was hot
 */
record PrimitiveReading(
    double openMicros, double firstMicros, double secondMicros, double steadyMicros) {

  private static final double NANOS_PER_MICRO = 1_000.0;

  /** Reads four numbers of nanoseconds. */
  static PrimitiveReading parse(String text) {
    String[] nanos = text.split(" ");
    return new PrimitiveReading(
        micros(nanos[0]), micros(nanos[1]), micros(nanos[2]), micros(nanos[3]));
  }

  private static double micros(String nanos) {
    return Long.parseLong(nanos) / NANOS_PER_MICRO;
  }

  /** Ratio of the time of the first computation to that of later ones. */
  double computing() {
    return firstMicros / steadyMicros;
  }

  /** The same with all that had to be done before it. */
  double initialising() {
    return (openMicros + firstMicros) / steadyMicros;
  }
}
