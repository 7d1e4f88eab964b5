package dev.rosa.bundle;

/**
 * Price of a member outside a bundle, as {@code allowed-members.txt} has it beside the member's
 * name. Names are internal ({@code a/b/C}). Immutable.
 */
public sealed interface Price {

  /**
   * Fixed price: cost and result of the member are bounded at all arguments.
   *
   * @param units of fuel
   * @param bytes that the member allocates
   */
  record Constant(int units, int bytes) implements Price {}

  /**
   * Price of a member that may charge the meter itself or call back into the bundle: an abstract
   * method, or a member of a shadowed type. The caller's fuel is written back around the call.
   *
   * @param units of fuel for the call itself
   */
  record Call(int units) implements Price {}

  /**
   * Static method that takes the member's place and pays for what it does. The receiver of a method
   * is its first argument. A constructor's twin is named {@code make} and returns the object. The
   * descriptor names types as the bundle does, before any is shadowed.
   */
  record Twin(String owner, String name, String descriptor) implements Price {}

  /** Static method without arguments and result that pays; the member itself is called then. */
  record Prepaid(String owner, String name) implements Price {}
}
