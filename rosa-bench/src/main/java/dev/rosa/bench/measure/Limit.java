package dev.rosa.bench.measure;

import java.math.BigDecimal;

/**
 * Least or largest value that a bench's figure may have.
 *
 * @param bound the least or the most
 * @param least whether it is the least
 */
public record Limit(double bound, boolean least) {

  boolean allows(double value) {
    return least ? value >= bound : value <= bound;
  }

  /** E.g. {@code at least 0.65}. */
  @Override
  public String toString() {
    String number = BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    return (least ? "at least " : "at most ") + number;
  }
}
