package dev.rosa.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of a bench beside its rows: single values by name, reasons for what is absent, remarks.
 * Owned by one thread.
 */
public abstract class OtherResults {

  private final Map<String, List<Double>> values = new LinkedHashMap<>();
  private final Map<String, String> absences = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** For subclasses. */
  protected OtherResults() {}

  /** Adds a single value of a round, such as a rate or a ratio. */
  public final void add(String name, double value) {
    values.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
  }

  /** Something was not measured. */
  public final void addAbsence(String what, String why) {
    absences.putIfAbsent(what, why);
  }

  /** Adds a sentence for the report, without a full stop. */
  public final void addRemark(String remark) {
    if (!remarks.contains(remark)) {
      remarks.add(remark);
    }
  }

  /** Single values by name, one for each round. */
  public final Map<String, List<Double>> values() {
    return values;
  }

  public final Map<String, String> absences() {
    return absences;
  }

  public final List<String> remarks() {
    return remarks;
  }
}
