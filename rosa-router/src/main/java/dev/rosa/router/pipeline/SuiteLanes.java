package dev.rosa.router.pipeline;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;

/** The {@link SuiteLane}s of a worker, one for every suite. One worker's. */
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
