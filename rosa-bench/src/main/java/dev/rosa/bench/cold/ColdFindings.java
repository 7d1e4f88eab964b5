package dev.rosa.bench.cold;

import dev.rosa.bench.measure.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a run of this bench has measured, and whether its bar is reached. Owned by one thread.
 */
final class ColdFindings {

  /** A first packet may take so many times what a later one takes, on a prewarmed router. */
  static final double BAR = 3;

  private final Machine machine = Machine.here();
  private final int runs;
  private final Map<Primitives.Subject, List<PrimitiveReading>> primitives = new LinkedHashMap<>();
  private final Map<RouterKind, List<RouterReading>> routers = new LinkedHashMap<>();

  /**
   * Nothing yet.
   *
   * @param runs how often each thing is measured
   */
  ColdFindings(int runs) {
    this.runs = runs;
  }

  void add(Map<Primitives.Subject, List<PrimitiveReading>> readings) {
    primitives.putAll(readings);
  }

  void add(RouterKind kind, RouterReading reading) {
    routers.computeIfAbsent(kind, key -> new ArrayList<>()).add(reading);
  }

  Machine machine() {
    return machine;
  }

  int runs() {
    return runs;
  }

  Map<Primitives.Subject, List<PrimitiveReading>> primitives() {
    return primitives;
  }

  Map<RouterKind, List<RouterReading>> routers() {
    return routers;
  }

  /** Ratio of the time of a router's first packet to that of later ones. */
  Spread ratio(RouterKind kind) {
    return Spread.of(routers.get(kind), RouterReading::ratio);
  }

  /** The routers that the bar is for: what is measured is the packet path, not the network. */
  List<RouterKind> judged() {
    return routers.keySet().stream().filter(kind -> kind.prewarmed() && kind.fetched()).toList();
  }

  boolean isReached(RouterKind kind) {
    return ratio(kind).median() <= BAR;
  }

  /** True if no router misses the bar. */
  boolean isReached() {
    return judged().stream().allMatch(this::isReached);
  }
}
