package dev.rosa.bundle.admission;

import java.util.function.Consumer;

/** Exception that ends a check at its first finding, through ASM's visitors. */
public final class FirstFinding extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Finding finding;

  /** An end at this finding. */
  public FirstFinding(Finding finding) {
    super(finding.text(), null, false, false);
    this.finding = finding;
  }

  /** A listener that ends the check. */
  public static Consumer<Finding> ending() {
    return finding -> {
      throw new FirstFinding(finding);
    };
  }

  /** The finding. */
  public Finding finding() {
    return finding;
  }
}
