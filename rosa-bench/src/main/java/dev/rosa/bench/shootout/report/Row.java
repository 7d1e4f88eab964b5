package dev.rosa.bench.shootout.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One line of the shootout's results, as CSV and JSON have it.
 *
 * @param operation e.g. {@code HMAC-SHA1}
 * @param bytes of a packet
 * @param batch packets in a call; 0 for one at a time through the provider's own JCE interface
 * @param nsPerPacket median of the rounds, to a tenth; null if it was not measured
 * @param error a number, half the width of JMH's 99.9 % confidence interval in nanoseconds, or null
 *     if there were too few iterations for one; a sentence that says why, if {@code nsPerPacket} is
 *     null
 */
@JsonPropertyOrder({"operation", "provider", "bytes", "batch", "nsPerPacket", "error"})
public record Row(
    String operation, String provider, int bytes, int batch, Double nsPerPacket, Object error) {

  /** All lines of a run, in a fixed order: also of what could not be measured. */
  static List<Row> of(Findings findings) {
    Findings.Setting setting = findings.setting();
    List<Row> rows = new ArrayList<>();
    for (Operation operation : setting.operations()) {
      for (String provider : setting.providers().keySet()) {
        for (int bytes : setting.sizes()) {
          for (int batch : setting.batches()) {
            rows.add(of(new Cell(operation, provider, bytes, batch), findings));
          }
        }
      }
    }
    return rows;
  }

  private static Row of(Cell cell, Findings findings) {
    Results results = findings.results();
    OptionalDouble ns = results.nsPerPacket(cell);
    return new Row(
        cell.operation().label(),
        cell.provider(),
        cell.bytes(),
        cell.batch(),
        ns.isPresent() ? tenths(ns.getAsDouble()) : null,
        ns.isPresent() ? error(results.error(cell)) : absence(cell, findings));
  }

  private static Object error(OptionalDouble error) {
    boolean known = error.isPresent() && Double.isFinite(error.getAsDouble());
    return known ? (Object) tenths(error.getAsDouble()) : null;
  }

  private static String absence(Cell cell, Findings findings) {
    return findings.results().absence(cell).or(findings::incompleteness).orElse("not measured");
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
