package dev.rosa.bundle;

/**
 * Treatment of a packet when the code fails on it: the bundle's {@code Rosa-Failure-Policy}
 * (PROTOCOL §5 step 12).
 */
public enum FailurePolicy {
  /** The packet is dropped; also what a bundle gets that says nothing. */
  DROP("drop"),
  /** The packet goes on with the bytes it came with. */
  FORWARD("forward");

  private final String manifestName;

  FailurePolicy(String manifestName) {
    this.manifestName = manifestName;
  }

  /** As a manifest spells it. */
  public String manifestName() {
    return manifestName;
  }

  static FailurePolicy ofManifest(String value) throws BundleException {
    if (value == null) {
      return DROP;
    }
    for (FailurePolicy policy : values()) {
      if (policy.manifestName.equals(value.trim())) {
        return policy;
      }
    }
    throw new BundleException(
        "META-INF/MANIFEST.MF: Rosa-Failure-Policy is '" + value + "', expected drop or forward");
  }
}
