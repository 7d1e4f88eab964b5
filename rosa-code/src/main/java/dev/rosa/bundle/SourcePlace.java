package dev.rosa.bundle;

import dev.rosa.bundle.admission.Finding;
import java.util.function.Consumer;

/**
 * Class, method and source line that the bundle verifier has reached, for its findings. Moved along
 * by the visitors of one thread.
 */
final class SourcePlace {

  private final String className;
  private final String fileName;
  private final Consumer<Finding> findings;
  private String method = "";
  private int line;

  /**
   * A place in a class.
   *
   * @param findings is told of what is refused there
   */
  SourcePlace(ClassOutline outline, Consumer<Finding> findings) {
    this.className = outline.sourceName();
    this.fileName = outline.sourceFile() == null ? "" : outline.sourceFile();
    this.findings = findings;
  }

  void inMethod(String name) {
    this.method = name;
    this.line = 0;
  }

  /** 0: not known. */
  void atLine(int number) {
    this.line = number;
  }

  void outsideMethods() {
    this.method = "";
    this.line = 0;
  }

  /** Makes a part of the check; its refusal becomes a finding at this place. */
  void check(Runnable part) {
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
  void report(String reason, String instead) {
    findings.accept(finding(reason, instead));
  }

  private Finding finding(String reason, String instead) {
    return new Finding(className, method, fileName, line, reason, instead);
  }
}
