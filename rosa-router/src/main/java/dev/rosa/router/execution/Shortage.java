package dev.rosa.router.execution;

/** Budget that active code has used up on a packet. */
public enum Shortage {
  /** Units of fuel (PROTOCOL §4). */
  FUEL,
  /** Memory that it may allocate. */
  MEMORY,
  /** Depth of its calls. */
  STACK
}
