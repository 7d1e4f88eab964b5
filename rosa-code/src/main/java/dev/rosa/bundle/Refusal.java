package dev.rosa.bundle;

/** Carries what a class may not do through ASM's visitors, which declare no exceptions. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Refusal(String what) {
    super(what, null, false, false);
  }

  static Refusal notListed(String used) {
    return new Refusal(
        "uses "
            + used
            + ", which is neither in the bundle nor on the list of what active code may"
            + " use");
  }
}
