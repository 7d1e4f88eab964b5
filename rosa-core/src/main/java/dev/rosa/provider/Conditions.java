package dev.rosa.provider;

import dev.rosa.provider.measure.Machine;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Surroundings under which a {@link ProviderRegistry} is made: native engines, machine, race,
 * clock, and whether the process will serve.
 *
 * @param engines those that are no JCE providers
 * @param machine that measurements are valid for
 * @param race that measures engines
 * @param clock for the times of measurements
 * @param serving true if a process is about to serve; otherwise nothing is measured, written, or
 *     registered with the JVM
 */
record Conditions(
    EngineProviders engines,
    Machine machine,
    EngineRace race,
    InstantSource clock,
    boolean serving) {

  /** About how long a suite may be measured for. */
  private static final Duration PER_SUITE = Duration.ofSeconds(2);

  static Conditions here(boolean serving) {
    return new Conditions(
        EngineProviders.installed(),
        Machine.here(),
        new EngineRace(System::nanoTime, EngineRace.Warmth.ofJvm(), PER_SUITE),
        InstantSource.system(),
        serving);
  }
}
