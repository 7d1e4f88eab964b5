package dev.rosa.bundle;

import dev.rosa.bundle.admission.Replacements;

/**
 * Exception that carries the violation by a bundle's class out of ASM's visitors, which declare no
 * checked exceptions.
 */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String instead;
  private final boolean ends;

  Refusal(String what) {
    this(what, "", false);
  }

  Refusal(String what, String instead) {
    this(what, instead, false);
  }

  private Refusal(String what, String instead, boolean ends) {
    super(what, null, false, false);
    this.instead = instead;
    this.ends = ends;
  }

  static Refusal notListed(String used) {
    return new Refusal(
        "uses "
            + used
            + ", which is neither in the bundle nor on the list of what active code may"
            + " use",
        Replacements.builtIn().instead(used));
  }

  /** A refusal after which nothing further is checked. */
  static Refusal atTheEnd(String what) {
    return new Refusal(what, "", true);
  }

  /** Advice for the author; empty: there is none. */
  String instead() {
    return instead;
  }

  /** True if the check ends here. */
  boolean ends() {
    return ends;
  }
}
