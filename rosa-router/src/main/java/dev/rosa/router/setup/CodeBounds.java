package dev.rosa.router.setup;

import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import dev.rosa.router.execution.CodeMaximum;

/**
 * The element {@code <code>} of a router's configuration: the largest budgets that code may have.
 *
 * @param fuel thousands of units for a packet (PROTOCOL §4)
 * @param memory that it may allocate for a packet, and an instance in all
 */
public record CodeBounds(Integer fuel, ByteSize memory) {

  private static final long KIB = 1 << 10;
  private static final CodeMaximum DEFAULT = CodeMaximum.defaults();

  public CodeBounds {
    fuel = fuel == null ? DEFAULT.fuelThousands() : fuel;
    memory = memory == null ? new ByteSize(DEFAULT.memoryKib() * KIB) : memory;
    if (fuel > CodeBudgets.MOST_FUEL_THOUSANDS) {
      throw new BadValueException(
          "fuel", "is %d, expected 1 to %d".formatted(fuel, CodeBudgets.MOST_FUEL_THOUSANDS));
    }
    if (memory.bytes() < KIB || memory.bytes() > CodeBudgets.MOST_MEMORY_KIB * KIB) {
      throw new BadValueException(
          "memory", "is " + memory + ", expected a size from 1KiB to 256MiB");
    }
  }

  /** The same for the lane that runs code. */
  CodeMaximum maximum() {
    return new CodeMaximum(fuel, (int) (memory.bytes() / KIB));
  }
}
