package dev.rosa.bundle.admission;

/**
 * Exception that carries the violation by a bundle's class out of ASM's visitors, which declare no
 * checked exceptions.
 */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String instead;
  private final boolean ends;

  /** A refusal for this reason. */
  public Refusal(String what) {
    this(what, "", false);
  }

  /** A refusal with advice. */
  public Refusal(String what, String instead) {
    this(what, instead, false);
  }

  private Refusal(String what, String instead, boolean ends) {
    super(what, null, false, false);
    this.instead = instead;
    this.ends = ends;
  }

  /** A refusal of something outside of the bundle. */
  public static Refusal notListed(String used) {
    return new Refusal(
        "uses "
            + used
            + ", which is neither in the bundle nor on the list of what active code may"
            + " use",
        Replacements.builtIn().instead(used));
  }

  /** A refusal after which nothing further is checked. */
  public static Refusal atTheEnd(String what) {
    return new Refusal(what, "", true);
  }

  /** Advice for the author; empty: there is none. */
  public String instead() {
    return instead;
  }

  /** True if the check ends here. */
  public boolean ends() {
    return ends;
  }
}
