package dev.rosa.bench.cold;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Limit;
import dev.rosa.bench.measure.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Findings of {@code ./rosa bench cold}: all readings, and the figures from them. Owned by one
 * thread.
 */
final class ColdFindings {

  private static final String FIRST_PACKET = "first-packet";

  /** Keys of its figures in a file of limits. */
  static final List<String> FIGURES = List.of(FIRST_PACKET);

  private final Machine machine = Machine.here();
  private final int runs;
  private final Bars bars;
  private final Map<Primitives.Subject, List<PrimitiveReading>> primitives = new LinkedHashMap<>();
  private final Map<RouterKind, List<RouterReading>> routers = new LinkedHashMap<>();

  /**
   * Nothing yet.
   *
   * @param runs how often each thing is measured
   * @param bars limits of its figures
   */
  ColdFindings(int runs, Bars bars) {
    this.runs = runs;
    this.bars = bars;
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

  /** Figures of the prewarmed routers: what is measured is the packet path, not the network. */
  List<Figure> figures() {
    return routers.keySet().stream()
        .filter(kind -> kind.prewarmed() && kind.fetched())
        .map(this::figure)
        .toList();
  }

  private Figure figure(RouterKind kind) {
    double median = ratio(kind).median();
    String what = "first packet after ready against later ones, " + kind;
    String text = Spread.number(median) + " ×";
    return Figure.of(FIRST_PACKET, what, OptionalDouble.of(median), text, List.of()).within(bars);
  }

  /** True if no figure misses its limit. */
  boolean isReached() {
    return figures().stream().noneMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
  }

  /** The limit of all figures. */
  Optional<Limit> limit() {
    return bars.limit(FIRST_PACKET);
  }
}
