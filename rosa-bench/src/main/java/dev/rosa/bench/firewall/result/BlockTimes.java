package dev.rosa.bench.firewall.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Times from evidence until the first packet that did not come. Immutable.
 *
 * @param millis milliseconds, one for each source, ascending
 * @param unblocked sources that still passed after the patience
 */
public record BlockTimes(List<Double> millis, int unblocked) {

  /** Sorts a copy. */
  public BlockTimes {
    millis = millis.stream().sorted().toList();
  }

  /** These and others. */
  BlockTimes and(BlockTimes others) {
    List<Double> all = Stream.concat(millis.stream(), others.millis.stream()).toList();
    return new BlockTimes(all, unblocked + others.unblocked);
  }

  /**
   * A quantile; NaN if there are none.
   *
   * @param share 0–1
   */
  public double quantile(double share) {
    return millis.isEmpty()
        ? Double.NaN
        : millis.get(Math.min(millis.size() - 1, (int) (share * millis.size())));
  }
}
