package dev.rosa.provider;

import java.time.Duration;
import java.time.InstantSource;

/**
 * What a registry takes from the world around it.
 *
 * @param engines those that are no JCE providers
 * @param machine what measurements are good for
 * @param race measures
 * @param clock says when
 * @param serving whether something is about to serve; else it is only looked at: nothing is
 *     measured, written, or registered with the JVM
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
