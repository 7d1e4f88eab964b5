package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.admission.CodeBudgets;

/**
 * Largest budgets that a domain lets code have. Immutable.
 *
 * @param fuelThousands units of fuel for a packet, in thousands
 * @param memoryKib memory that it may allocate, in KiB
 */
public record CodeMaximum(int fuelThousands, int memoryKib) {

  private static final int DEFAULT_FUEL_THOUSANDS = 10_000;
  private static final int DEFAULT_MEMORY_KIB = 64 << 10;

  /** Ten million units, 64 MiB. */
  public static CodeMaximum defaults() {
    return new CodeMaximum(DEFAULT_FUEL_THOUSANDS, DEFAULT_MEMORY_KIB);
  }

  /**
   * Refuses code that asks for more.
   *
   * @throws BundleException in one line
   */
  public void check(CodeBudgets budgets) throws BundleException {
    check(CodeBudgets.FUEL, budgets.fuelThousands(), "fuel", fuelThousands, " thousand units");
    check(CodeBudgets.MEMORY, budgets.memoryKib(), "memory", memoryKib, " KiB");
  }

  private static void check(String attribute, int wanted, String key, int most, String unit)
      throws BundleException {
    if (wanted > most) {
      throw new BundleException(
          "%s is %d, this router gives code at most %d%s (<code %s> in its configuration)"
              .formatted(attribute, wanted, most, unit, key));
    }
  }
}
