package dev.rosa.metering.run;

import dev.rosa.bundle.admission.CodeBudgets;

/**
 * Budget of a run: a packet's, or that of an initialisation or a start. Immutable.
 *
 * @param fuel units (PROTOCOL §4)
 * @param memory bytes that it may allocate
 */
public record Budget(int fuel, long memory) {

  private static final int THOUSAND = 1_000;
  private static final long KIB = 1_024;

  /** Ten times what a packet has by default: a few milliseconds. */
  private static final int LOADING_FUEL = 10_000 * THOUSAND;

  /** A packet's, as its code asks for. */
  public static Budget ofPacket(CodeBudgets code) {
    return new Budget(code.fuelThousands() * THOUSAND, code.memoryKib() * KIB);
  }

  /** That of all initialisers of a code together, and of each start of an instance. */
  public static Budget ofLoading(CodeBudgets code) {
    Budget packet = ofPacket(code);
    return new Budget(Math.max(LOADING_FUEL, packet.fuel), packet.memory);
  }

  /**
   * Fuel within this budget and the grant, of which the smaller counts.
   *
   * @param grantedThousands units in thousands; 0: the grant leaves it to the code
   */
  public int fuelWithin(int grantedThousands) {
    return grantedThousands == 0 ? fuel : Math.min(fuel, grantedThousands * THOUSAND);
  }
}
