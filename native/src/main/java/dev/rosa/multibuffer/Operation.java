package dev.rosa.multibuffer;

/** What a native engine does to packets. Its ordinal is its number in {@code multibuffer.h}. */
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

  /** Whether packets are changed by it. */
  boolean writes() {
    return writes;
  }

  /** Whether plaintext may come of it. */
  boolean mayOpen() {
    return mayOpen;
  }
}
