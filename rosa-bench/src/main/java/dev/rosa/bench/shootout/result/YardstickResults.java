package dev.rosa.bench.shootout.result;

/**
 * Results of libgcrypt called from C, the shootout's yardstick: no Java provider, so never the best
 * of them.
 */
public final class YardstickResults {

  /** Its name among the providers. */
  public static final String PROVIDER = "libgcrypt called from C";

  private YardstickResults() {}

  /** Its measurement. */
  public static Cell cell(Operation operation, int bytes) {
    return new Cell(operation, PROVIDER, bytes, Cell.ONE_AT_A_TIME);
  }
}
