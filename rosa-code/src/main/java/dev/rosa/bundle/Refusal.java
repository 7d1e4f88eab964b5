package dev.rosa.bundle;

/**
 * Exception that carries the violation by a bundle's class out of ASM's visitors, which declare no
 * checked exceptions.
 */
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
