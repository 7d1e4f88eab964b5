package dev.rosa.bench.proxy.result;

import dev.rosa.bench.measure.Median;
import dev.rosa.bench.proxy.request.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Readings of {@code ./rosa bench proxy}. Only readings of one round are ever divided by each
 * other. Owned by one thread.
 */
public final class ProxyResults {

  /** Name of the share of a long body that the proxy's workers have seen. */
  public static final String SEEN = "share of a 20 MB body that the workers saw";

  /** Name of the packets that come to the workers for a request on a kept connection. */
  public static final String PACKETS = "packets at the workers, a request";

  /** Name of the bytes on the heap for a packet of kept connections. */
  public static final String HEAP = "bytes on the workers' heap, a packet";

  /** Name of the connections that were open beside requests. */
  public static final String OPEN = "open connections";

  private final Map<ProxyRow, Map<Integer, Reading>> readings = new LinkedHashMap<>();
  private final Map<String, List<Double>> values = new LinkedHashMap<>();
  private final Map<String, String> absences = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** No readings yet. */
  public ProxyResults() {}

  public void add(ProxyRow row, int round, Reading reading) {
    readings.computeIfAbsent(row, absent -> new TreeMap<>()).put(round, reading);
  }

  /** Adds a single value of a round. */
  public void add(String name, double value) {
    values.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
  }

  /** Something was not measured. */
  public void addAbsence(String what, String why) {
    absences.putIfAbsent(what, why);
  }

  /** Adds a sentence for the report, without a full stop. */
  public void addRemark(String remark) {
    if (!remarks.contains(remark)) {
      remarks.add(remark);
    }
  }

  public Map<ProxyRow, Map<Integer, Reading>> readings() {
    return readings;
  }

  public Map<String, List<Double>> values() {
    return values;
  }

  public Map<String, String> absences() {
    return absences;
  }

  public List<String> remarks() {
    return remarks;
  }

  /** A value of each round of a row. */
  public double[] each(ProxyRow row, ToDoubleFunction<Reading> value) {
    return readings.getOrDefault(row, Map.of()).values().stream().mapToDouble(value).toArray();
  }

  /** The median of a row's rounds. */
  public OptionalDouble median(ProxyRow row, ToDoubleFunction<Reading> value) {
    return Median.of(each(row, value));
  }

  /** Ratios of two rows, of each round that has both. */
  public double[] ratios(ProxyRow row, ProxyRow against, ToDoubleFunction<Reading> value) {
    Map<Integer, Reading> others = readings.getOrDefault(against, Map.of());
    return readings.getOrDefault(row, Map.of()).entrySet().stream()
        .filter(entry -> others.containsKey(entry.getKey()))
        .mapToDouble(
            entry ->
                value.applyAsDouble(entry.getValue())
                    / value.applyAsDouble(others.get(entry.getKey())))
        .toArray();
  }
}
