package dev.rosa.router;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A worker's clocks.
 *
 * @param wall says what time it is
 * @param nanos says how much of it passes, as {@link System#nanoTime} does
 */
record WorkerClock(InstantSource wall, LongSupplier nanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The machine's clocks. */
  static WorkerClock system() {
    return new WorkerClock(InstantSource.system(), System::nanoTime);
  }

  /** Time that passes as this clock says, e.g. that of a capture. */
  static WorkerClock of(InstantSource wall) {
    return new WorkerClock(wall, () -> wall.millis() * NANOS_PER_MILLI);
  }

  long millis() {
    return wall.millis();
  }
}
