package dev.rosa.router.pipeline;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;

/**
 * Parts of a worker's batch by suite, one {@link SuiteLane} with a crypto engine for each suite.
 * One worker's.
 */
final class SuiteLanes {

  private final SuiteLane[] lanes = new SuiteLane[Suite.values().length];
  private final int capacity;

  SuiteLanes(ProviderRegistry providers, int capacity, int packetBytes) {
    this.capacity = capacity;
    for (Suite suite : Suite.values()) {
      lanes[suite.ordinal()] = new SuiteLane(providers.engineFor(suite), capacity, packetBytes);
    }
  }

  SuiteLane of(Suite suite) {
    return lanes[suite.ordinal()];
  }

  SuiteLane[] all() {
    return lanes;
  }

  int capacity() {
    return capacity;
  }

  void clear() {
    for (SuiteLane lane : lanes) {
      lane.clear();
    }
  }
}
