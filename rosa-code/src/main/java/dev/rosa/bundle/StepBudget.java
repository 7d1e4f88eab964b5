package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.util.function.BooleanSupplier;

/**
 * Bound for the check of one bundle: the steps that it may take. A step stands for some nanoseconds
 * of work, of the check itself or of a JVM that links the classes afterwards; counting them instead
 * of the time gives each bundle the same answer on every machine with the same JDK. Owned by the
 * thread that checks.
 */
final class StepBudget {

  /** Less than a second of one core; libraries of the largest size take up to half of it. */
  static final long STEPS = 100_000_000;

  private static final long STEPS_BETWEEN_LOOKS = 100_000;

  private final BooleanSupplier cancelled;
  private long left;
  private long nextLook;

  /**
   * A budget.
   *
   * @param cancelled whether the answer is no longer wanted; asked now and then
   */
  StepBudget(long steps, BooleanSupplier cancelled) {
    this.left = steps;
    this.nextLook = steps;
    this.cancelled = cancelled;
  }

  /**
   * Takes steps out of the budget.
   *
   * @throws Refusal if there are not as many left, or the check was cancelled
   */
  void spend(long steps) {
    if (steps > left) {
      throw Refusal.atTheEnd(
          "is too expensive to check: the bundle has too many members, branches, parents or bytes");
    }
    left -= steps;
    if (left <= nextLook) {
      nextLook = left - STEPS_BETWEEN_LOOKS;
      if (cancelled.getAsBoolean()) {
        throw Refusal.atTheEnd("is not checked to its end: the caller has gone");
      }
    }
  }

  /** Steps that are left. */
  long left() {
    return left;
  }
}
