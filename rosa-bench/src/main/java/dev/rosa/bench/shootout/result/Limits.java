package dev.rosa.bench.shootout.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Explanation of the reason why a figure missed its limit, from the run's own numbers. Stateless.
 */
final class Limits {

  private Limits() {}

  /** About an engine in batches that is not as many times as fast as it should be. */
  static List<String> ofBatch(Results results, Cell engine, Cell best, double times) {
    List<String> facts = new ArrayList<>();
    double ns = results.nsPerPacket(engine).orElseThrow();
    double bestNs = results.nsPerPacket(best).orElseThrow();
    facts.add(
        format(
            "The limit would have needed %,.0f ns per packet, %.2f ns per byte; it took %.2f ns per"
                + " byte",
            bestNs / times, bestNs / times / engine.bytes(), ns / engine.bytes()));
    facts.add(tried(results, engine));
    OptionalDouble slope = perByte(results, engine);
    // Noise can make a long packet look cheaper than a short one, or more expensive than it is.
    if (slope.isPresent() && slope.getAsDouble() > 0 && slope.getAsDouble() * engine.bytes() < ns) {
      facts.add(
          format(
              "From the shortest packet to the longest it takes %.2f ns more per byte: what the CPU"
                  + " needs for the computation itself. That alone makes %,.0f ns of the %,.0f ns;"
                  + " the rest are the call, the batch and the packet's ends",
              slope.getAsDouble(), slope.getAsDouble() * engine.bytes(), ns));
    }
    return facts;
  }

  /** Every engine in batches of this size, and this engine in smaller ones. */
  private static String tried(Results results, Cell engine) {
    List<String> parts = new ArrayList<>();
    Standings all = Standings.of(results, engine.operation(), engine.bytes(), engine.batch());
    for (Cell cell : all.ranked()) {
      parts.add(format("%s %,.0f ns", cell.provider(), all.ns(cell)));
    }
    StringBuilder text = new StringBuilder("Tried in batches of " + engine.batch() + ": ");
    text.append(String.join(", ", parts));
    for (int smaller : new int[] {1, 8}) {
      OptionalDouble ns = results.nsPerPacket(engine.withBatch(smaller));
      if (ns.isPresent()) {
        text.append(
            format(
                "; %s in batches of %d: %,.0f ns", engine.provider(), smaller, ns.getAsDouble()));
      }
    }
    return text.toString();
  }

  /** Nanoseconds that a further byte costs; empty if only one size was measured. */
  private static OptionalDouble perByte(Results results, Cell engine) {
    List<Cell> sizes =
        results.cells().stream()
            .filter(
                cell ->
                    new Cell(cell.operation(), cell.provider(), engine.bytes(), cell.batch())
                        .equals(engine))
            .filter(cell -> results.nsPerPacket(cell).isPresent())
            .sorted((a, b) -> Integer.compare(a.bytes(), b.bytes()))
            .toList();
    if (sizes.size() < 2) {
      return OptionalDouble.empty();
    }
    Cell shortest = sizes.get(0);
    Cell longest = sizes.get(sizes.size() - 1);
    double more =
        results.nsPerPacket(longest).orElseThrow() - results.nsPerPacket(shortest).orElseThrow();
    return OptionalDouble.of(more / (longest.bytes() - shortest.bytes()));
  }

  /** About a provider that calls a library, against the library called from C. */
  static String ofCall(Results results, Cell provider, Cell yard) {
    double more =
        results.nsPerPacket(provider).orElseThrow() - results.nsPerPacket(yard).orElseThrow();
    return format(
        "The way from Java to the library and back costs %,.0f ns per packet on top of the"
            + " library's own work: two calls through JCE and JNI, and copying %d bytes where they"
            + " are on the heap",
        more, provider.bytes());
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
