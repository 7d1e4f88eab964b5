package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import java.time.Duration;
import java.util.List;

/**
 * Extent of the shootout: operations, sizes, batches and rounds, and its time limit.
 *
 * @param name for people, e.g. {@code quick}
 * @param sizes bytes of a packet
 * @param batches see {@link Cell#batch}
 * @param rounds the most rounds, those of {@link Extras#sizesOnce} besides; fewer if {@code budget}
 *     does not allow them
 * @param budget no round is begun that would not end in it, and everything ends with it
 */
public record Scope(
    String name,
    List<Operation> operations,
    List<Integer> sizes,
    List<Integer> batches,
    int rounds,
    Pace pace,
    Duration budget,
    Extras extras) {

  /**
   * Duration of a fork; all times for each way of handing packets over.
   *
   * @param warmups iterations before
   * @param warmupMillis each
   * @param iterations that count
   * @param millis each
   */
  public record Pace(int warmups, int warmupMillis, int iterations, int millis) {}

  /**
   * Additional measurements.
   *
   * @param callCosts the cost of a call into native code
   * @param allAllocations heap of every engine; else of the multi-buffer engine only
   * @param sizesOnce sizes that are measured for the pictures only, each in one round of its own
   *     after the others
   */
  public record Extras(boolean callCosts, boolean allAllocations, List<Integer> sizesOnce) {}

  /** The size that the figures are about. */
  public static final int FIGURE_BYTES = 1_024;

  /** The batch that the figures are about. */
  public static final int FIGURE_BATCH = 64;

  /** Everything the paper's sizes have. */
  public static final Scope FULL =
      new Scope(
          "full",
          List.of(Operation.values()),
          List.of(256, 512, 768, 1_024, 1_280, 1_536, 1_792, 2_048),
          List.of(Cell.ONE_AT_A_TIME, 1, 8, FIGURE_BATCH),
          5,
          new Pace(2, 80, 8, 15),
          Duration.ofMinutes(44),
          new Extras(true, true, List.of()));

  /** Enough for verdicts and pictures in less than five minutes. */
  public static final Scope QUICK =
      new Scope(
          "quick",
          List.of(Operation.values()),
          List.of(256, 1_024, 2_048),
          List.of(Cell.ONE_AT_A_TIME, 1, FIGURE_BATCH),
          3,
          new Pace(2, 60, 6, 14),
          Duration.ofSeconds(285),
          new Extras(true, false, List.of(256, 2_048)));

  /** The scope that the figures need. */
  public static final Scope FIGURES =
      new Scope(
          "figures",
          List.of(
              Operation.HMAC_MD5, Operation.HMAC_SHA1, Operation.HMAC_SHA256, Operation.AES_GCM),
          List.of(FIGURE_BYTES),
          List.of(Cell.ONE_AT_A_TIME, FIGURE_BATCH),
          5,
          new Pace(3, 80, 16, 12),
          Duration.ofSeconds(175),
          new Extras(false, false, List.of()));
}
