package dev.rosa.bench.code;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** Processor time of the most expensive admissions. Stateless. */
final class AdmissionCost {

  /**
   * Time of one admission.
   *
   * @param bundle what it has most of
   * @param seconds of processor time
   * @param admitted whether it was not refused
   */
  record Reading(String bundle, double seconds, boolean admitted) {}

  private static final double NANOS = 1e9;

  private AdmissionCost() {}

  /** The most expensive of the bundles that are made for it. */
  static Reading worst() {
    Admission admission = new Admission(BundleLimits.defaults());
    Map<String, byte[]> bundles = new LinkedHashMap<>();
    for (int classes : new int[] {4, 6, 12, 16, 24}) {
      bundles.put(classes + " classes of calls", LargeBundles.calls(classes));
      bundles.put(classes + " classes of branches", LargeBundles.branches(classes));
      bundles.put(classes + " classes of methods", LargeBundles.methods(classes));
      bundles.put(classes + " classes of handlers", LargeBundles.handlers(classes));
      bundles.put(classes + " classes of straight code", LargeBundles.straight(classes));
    }
    Reading worst = null;
    for (Map.Entry<String, byte[]> bundle : bundles.entrySet()) {
      Reading reading = reading(admission, bundle.getKey(), bundle.getValue());
      worst = worst == null || reading.seconds > worst.seconds ? reading : worst;
    }
    return worst;
  }

  private static Reading reading(Admission admission, String name, byte[] jar) {
    boolean admitted = true;
    long start = cpu();
    try {
      admission.admit(jar, () -> false);
    } catch (BundleException e) {
      admitted = false;
    }
    return new Reading(name, (cpu() - start) / NANOS, admitted);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
