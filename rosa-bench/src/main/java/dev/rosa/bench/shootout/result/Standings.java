package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Rounds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Order of the providers by speed, for one way of handing packets over. Immutable. */
public final class Standings {

  private final Results results;
  private final List<Cell> ranked;

  private Standings(Results results, List<Cell> ranked) {
    this.results = results;
    this.ranked = ranked;
  }

  /** All providers measured with this operation, size and batch, fastest first. */
  public static Standings of(Results results, Operation operation, int bytes, int batch) {
    List<Cell> ranked =
        results.cells().stream()
            .filter(cell -> cell.operation() == operation)
            .filter(cell -> cell.bytes() == bytes && cell.batch() == batch)
            .filter(cell -> !cell.provider().equals(YardstickResults.PROVIDER))
            .filter(cell -> results.nsPerPacket(cell).isPresent())
            .sorted(Comparator.comparingDouble(cell -> results.nsPerPacket(cell).orElseThrow()))
            .toList();
    return new Standings(results, ranked);
  }

  /** The same without those that too few rounds measured for a judgement. */
  public Standings judged() {
    return new Standings(
        results,
        ranked.stream()
            .filter(cell -> Rounds.shortage(results.rounds(cell).size()).isEmpty())
            .toList());
  }

  /** The rounds that any judgement lacks; empty if one of the ranked can be judged. */
  public Optional<String> shortage() {
    return Rounds.shortage(
        ranked.stream().mapToInt(cell -> results.rounds(cell).size()).max().orElse(0));
  }

  /** The fastest; empty if there is no measurement. */
  public Optional<Cell> first() {
    return ranked.stream().findFirst();
  }

  /** The one after the fastest. */
  public Optional<Cell> second() {
    return ranked.stream().skip(1).findFirst();
  }

  /** The slowest, if there is more than one. */
  public Optional<Cell> last() {
    return ranked.size() < 2 ? Optional.empty() : Optional.of(ranked.get(ranked.size() - 1));
  }

  /** Fastest first. */
  public List<Cell> ranked() {
    return ranked;
  }

  /** Nanoseconds per packet of one that is ranked. */
  public double ns(Cell cell) {
    return results.nsPerPacket(cell).orElseThrow();
  }
}
