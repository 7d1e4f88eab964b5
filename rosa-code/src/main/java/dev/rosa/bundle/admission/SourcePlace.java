package dev.rosa.bundle.admission;

import java.util.function.Consumer;

/**
 * Class, method and source line that the bundle verifier has reached, for its findings. Moved along
 * by the visitors of one thread.
 */
public final class SourcePlace {

  private final String className;
  private final String fileName;
  private final Consumer<Finding> findings;
  private String method = "";
  private int line;

  /**
   * A place in a class.
   *
   * @param fileName as the compiler noted it, or null
   * @param findings is told of what is refused there
   */
  public SourcePlace(String className, String fileName, Consumer<Finding> findings) {
    this.className = className;
    this.fileName = fileName == null ? "" : fileName;
    this.findings = findings;
  }

  /** Enters a method. */
  public void inMethod(String name) {
    this.method = name;
    this.line = 0;
  }

  /** 0: not known. */
  public void atLine(int number) {
    this.line = number;
  }

  /** Leaves the method. */
  public void outsideMethods() {
    this.method = "";
    this.line = 0;
  }

  /** Makes a part of the check; its refusal becomes a finding at this place. */
  public void check(Runnable part) {
    try {
      part.run();
    } catch (Refusal refusal) {
      findings.accept(finding(refusal.getMessage(), refusal.instead()));
      if (refusal.ends()) {
        throw refusal;
      }
    }
  }

  /** Reports a finding at this place. */
  public void report(String reason, String instead) {
    findings.accept(finding(reason, instead));
  }

  private Finding finding(String reason, String instead) {
    return new Finding(className, method, fileName, line, reason, instead);
  }
}
