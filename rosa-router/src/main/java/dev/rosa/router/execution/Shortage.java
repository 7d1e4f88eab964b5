package dev.rosa.router.execution;

import java.util.Locale;

/** Budget that active code has used up on a packet. */
public enum Shortage {
  /** Units of fuel (PROTOCOL §4). */
  FUEL,
  /** Memory that it may allocate. */
  MEMORY,
  /** Depth of its calls. */
  STACK,
  /**
   * Fuel for the start of a fresh instance: the packet's grant does not pay one, or its user owes
   * starts. The packet was not run.
   */
  START;

  /** The budget's name in messages and on pages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
