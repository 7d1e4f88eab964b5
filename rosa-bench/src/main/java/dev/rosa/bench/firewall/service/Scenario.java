package dev.rosa.bench.firewall.service;

/**
 * The paper's scenarios of a service and its clients, by the share of malicious requests and by who
 * refuses them.
 */
public enum Scenario {
  /** All requests are honest. */
  ORIGINAL("Original", 0, false, false),

  /** All are malicious, and the service finds out each time. */
  ORIGINAL_2("Original2", 1, false, false),

  /** Half of them are. */
  ORIGINAL_3("Original3", 0.5, false, false),

  /** Half are malicious; the first of a source gets to the service, the firewall drops the rest. */
  IPTABLES_1("iptables1", 0.5, true, false),

  /** All are malicious; the first of a source gets to the service. */
  IPTABLES_2("iptables2", 1, true, false),

  /** {@link #ORIGINAL_3} with more than the service can do. */
  ORIGINAL_3_OVERLOAD("Original3, overload", 0.5, false, true),

  /** {@link #IPTABLES_1} with the same load. */
  IPTABLES_1_OVERLOAD("iptables1, overload", 0.5, true, true);

  private final String label;
  private final double malicious;
  private final boolean firewall;
  private final boolean overload;

  Scenario(String label, double malicious, boolean firewall, boolean overload) {
    this.label = label;
    this.malicious = malicious;
    this.firewall = firewall;
    this.overload = overload;
  }

  /** As the paper names it. */
  public String label() {
    return label;
  }

  /** Share of the requests that are malicious, 0–1. */
  public double malicious() {
    return malicious;
  }

  /** True if a firewall plane runs. */
  public boolean hasFirewall() {
    return firewall;
  }

  /** True if more requests are sent than the service can answer. */
  public boolean isOverload() {
    return overload;
  }
}
