package dev.rosa.bundle;

import dev.rosa.bundle.admission.Finding;
import java.util.function.Consumer;

/** Exception that ends a check at its first finding, through ASM's visitors. */
final class FirstFinding extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Finding finding;

  FirstFinding(Finding finding) {
    super(finding.text(), null, false, false);
    this.finding = finding;
  }

  /** A listener that ends the check. */
  static Consumer<Finding> ending() {
    return finding -> {
      throw new FirstFinding(finding);
    };
  }

  BundleException asBundleException() {
    return new BundleException(finding.text(), this);
  }
}
