package dev.rosa.bench.firewall.report;

import dev.rosa.bench.firewall.result.FirewallResults;

/** Reasons for what was not measured. Stateless. */
final class Absence {

  private Absence() {}

  /** The reason, with the name of what is absent. */
  static String of(FirewallResults results, String what) {
    String why = results.absences().get(what);
    return why == null ? what + " was not measured" : what + ": " + why;
  }
}
