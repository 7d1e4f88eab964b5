package dev.rosa.multibuffer;

/**
 * Operation of a native engine on packets: verify, tag, open or seal. Its ordinal is its number in
 * {@code multibuffer.h}.
 */
enum Operation {
  VERIFY(false, true),
  TAG(true, false),
  OPEN(false, true),
  SEAL(true, false);

  private final boolean writes;
  private final boolean mayOpen;

  Operation(boolean writes, boolean mayOpen) {
    this.writes = writes;
    this.mayOpen = mayOpen;
  }

  /** True if it changes packets. */
  boolean writes() {
    return writes;
  }

  /** True if it may produce plaintext. */
  boolean mayOpen() {
    return mayOpen;
  }
}
