package dev.rosa.router.execution;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Clocks of a worker, the machine's or a capture's: one for the time, one for its passing.
 *
 * @param wall says what time it is
 * @param nanos says how much of it passes, as {@link System#nanoTime} does
 */
public record WorkerClock(InstantSource wall, LongSupplier nanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The machine's clocks. */
  public static WorkerClock system() {
    return new WorkerClock(InstantSource.system(), System::nanoTime);
  }

  /** Time that passes as this clock says, e.g. that of a capture. */
  public static WorkerClock of(InstantSource wall) {
    return new WorkerClock(wall, () -> wall.millis() * NANOS_PER_MILLI);
  }

  public long millis() {
    return wall.millis();
  }
}
