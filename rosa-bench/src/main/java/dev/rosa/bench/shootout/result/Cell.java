package dev.rosa.bench.shootout.result;

/**
 * Combination that the shootout measures: an operation by a provider, for a size of packets and of
 * batches.
 *
 * @param provider the provider's or engine's name
 * @param bytes of a packet that are authenticated or encrypted, header included
 * @param batch packets in one call of the batch interface; {@link #ONE_AT_A_TIME} for JCE's own
 */
public record Cell(Operation operation, String provider, int bytes, int batch) {

  /** A {@link #batch} of none: the provider's own JCE interface, packet by packet. */
  public static final int ONE_AT_A_TIME = 0;

  /** The same with another batch. */
  public Cell withBatch(int other) {
    return new Cell(operation, provider, bytes, other);
  }

  /** The same with another provider. */
  public Cell withProvider(String other) {
    return new Cell(operation, other, bytes, batch);
  }

  /** Way of handing packets over, for people. */
  public static String batchLabel(int batch) {
    return batch == ONE_AT_A_TIME ? "one at a time" : "batches of " + batch;
  }
}
