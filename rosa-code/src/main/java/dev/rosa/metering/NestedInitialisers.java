package dev.rosa.metering;

/**
 * Account of static initialisers that interrupt each other. An initialiser begins at any
 * instruction that names its class first, so the code that it interrupts may keep its own fuel in a
 * variable and write that over the meter's. So each initialiser is charged to one sum when it ends,
 * and few may be open at once: together they take at most the budget for each open one and once
 * more. Owned by its thread.
 */
final class NestedInitialisers {

  /** Initialisers that may be open at once. */
  static final int MOST_OPEN = 32;

  private final int[] fuelAtBegin = new int[MOST_OPEN];
  private int open;
  private long left;

  /** Begins with no initialiser open, and fuel for all of them. */
  void begin(int fuel) {
    open = 0;
    left = fuel;
  }

  /** Notes the fuel that an initialiser begins with; false if too many are open. */
  boolean enter(int fuel) {
    if (open == MOST_OPEN) {
      return false;
    }
    fuelAtBegin[open++] = fuel;
    return true;
  }

  /** Charges the fuel that the innermost has used; false if that of all is used up. */
  boolean leave(int fuel) {
    left -= fuelAtBegin[--open] - fuel;
    return left >= 0;
  }

  /** Fuel that the meter had when the initialiser began that ended last. */
  int fuelOfInterrupted() {
    return fuelAtBegin[open];
  }
}
