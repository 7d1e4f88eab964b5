package dev.rosa.provider;

import dev.rosa.provider.measure.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Conditions of a registry that a test controls. */
final class FakeWorld {

  static final Instant NOW = Instant.parse("2026-11-21T03:50:00Z");

  /** A JVM that is warm from the start. */
  static final EngineRace.Warmth WARM = new EngineRace.Warmth(() -> false, 0);

  final FakeNanos nanos = new FakeNanos();
  final List<FakeEngines> engines = new ArrayList<>();
  Machine machine = new Machine("Test CPU", "aes avx2", 2, "Test VM 17");
  EngineRace.Warmth warmth = WARM;
  Instant now = NOW;

  /** Time of every look at the clock, for engines that do not move it. */
  long tickNanos;

  FakeEngines engine(String name, long nanosPerPacket) {
    FakeEngines engine = new FakeEngines(name, nanos, nanosPerPacket);
    engines.add(engine);
    return engine;
  }

  Conditions serving() {
    return conditions(true);
  }

  Conditions checking() {
    return conditions(false);
  }

  private Conditions conditions(boolean serving) {
    return new Conditions(
        new EngineProviders(List.copyOf(engines)),
        machine,
        new EngineRace(this::ticked, warmth, Duration.ofMillis(10)),
        () -> now,
        serving);
  }

  private long ticked() {
    nanos.advance(tickNanos);
    return nanos.getAsLong();
  }

  /** Count of the batches that all engines have worked on. */
  int batches() {
    return engines.stream().mapToInt(engine -> engine.batches).sum();
  }
}
