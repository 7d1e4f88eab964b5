package dev.rosa.router.setup;

import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import dev.rosa.config.Durations;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeMaximum;
import java.time.Duration;

/**
 * The element {@code <code>} of a router's configuration: the largest budgets that code may have,
 * and how often it may fail.
 *
 * @param fuel thousands of units for a packet (PROTOCOL §4)
 * @param memory that it may allocate for a packet, and an instance in all
 * @param failures that stop it; 0: it is never stopped
 * @param within time for so many failures
 */
public record CodeBounds(Integer fuel, ByteSize memory, Integer failures, Duration within) {

  private static final long KIB = 1 << 10;
  private static final CodeMaximum DEFAULT = CodeMaximum.defaults();
  private static final CodeBreaker.Limits BREAKING = CodeBreaker.Limits.DEFAULT;
  private static final int MOST_FAILURES = 100_000;
  private static final Duration LONGEST = Duration.ofHours(1);

  public CodeBounds {
    fuel = fuel == null ? DEFAULT.fuelThousands() : fuel;
    memory = memory == null ? new ByteSize(DEFAULT.memoryKib() * KIB) : memory;
    failures = failures == null ? BREAKING.failures() : failures;
    within = within == null ? BREAKING.within() : within;
    if (failures > MOST_FAILURES) {
      throw new BadValueException(
          "failures", "is %d, expected 0 to %d".formatted(failures, MOST_FAILURES));
    }
    if (within.isZero() || within.compareTo(LONGEST) > 0) {
      throw new BadValueException(
          "within",
          "is %s, expected a time of more than 0s and at most %s"
              .formatted(Durations.format(within), Durations.format(LONGEST)));
    }
    if (fuel > CodeBudgets.MOST_FUEL_THOUSANDS) {
      throw new BadValueException(
          "fuel", "is %d, expected 1 to %d".formatted(fuel, CodeBudgets.MOST_FUEL_THOUSANDS));
    }
    if (memory.bytes() < KIB || memory.bytes() > CodeBudgets.MOST_MEMORY_KIB * KIB) {
      throw new BadValueException(
          "memory", "is " + memory + ", expected a size from 1KiB to 256MiB");
    }
  }

  /** How often code may fail. */
  CodeBreaker.Limits breaking() {
    return new CodeBreaker.Limits(failures, within);
  }

  /** The same for the lane that runs code. */
  CodeMaximum maximum() {
    return new CodeMaximum(fuel, (int) (memory.bytes() / KIB));
  }
}
