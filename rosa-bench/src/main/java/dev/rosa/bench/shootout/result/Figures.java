package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Rounds;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Figures by which the shootout is judged, through the Java interface. They are all of one run,
 * with packets of 1,024 bytes in batches of 64. Stateless.
 */
public final class Figures {

  /** The engine that they are about. */
  public static final String ENGINE = "multi-buffer";

  /** The provider that is held against C. */
  public static final String PROVIDER = "RosaGcrypt";

  private static final int BYTES = 1_024;
  private static final int BATCH = 64;

  private static final String SHARE_OF_C = "share-of-c";
  private static final String HEAP = "heap";

  private static final List<Operation> IN_BATCHES =
      List.of(Operation.HMAC_SHA1, Operation.HMAC_MD5, Operation.HMAC_SHA256, Operation.AES_GCM);

  /** Keys of all figures in a file of limits. */
  public static final List<String> KEYS =
      Stream.concat(IN_BATCHES.stream().map(Figures::key), Stream.of(SHARE_OF_C, HEAP)).toList();

  private Figures() {}

  private static String key(Operation operation) {
    return operation.label().toLowerCase(Locale.ROOT);
  }

  /** All of them, within their limits. */
  public static List<Figure> of(Findings findings, Bars bars) {
    return Stream.concat(
            IN_BATCHES.stream().map(operation -> batchFigure(findings, operation, bars)),
            Stream.of(shareOfC(findings, bars), heap(findings)))
        .map(figure -> figure.within(bars))
        .toList();
  }

  /** True if every limit was reached. */
  public static boolean allReached(List<Figure> figures) {
    return figures.stream().allMatch(figure -> figure.verdict() == Figure.Verdict.REACHED);
  }

  private static Figure batchFigure(Findings findings, Operation operation, Bars bars) {
    Results results = findings.results();
    String done = operation == Operation.AES_GCM ? operation + " verify+open" : operation.label();
    String what = "%s %s against the best single-packet Java provider".formatted(ENGINE, done);
    String key = key(operation);
    Cell engine = new Cell(operation, ENGINE, BYTES, BATCH);
    Optional<Cell> best = Standings.of(results, operation, BYTES, Cell.ONE_AT_A_TIME).first();
    if (results.nsPerPacket(engine).isEmpty()) {
      return Figure.unmeasured(key, what, List.of(absence(findings, engine)));
    }
    if (best.isEmpty()) {
      return Figure.unmeasured(key, what, List.of("no Java provider was measured one at a time"));
    }
    Ratio ratio = results.ratio(best.get(), engine);
    OptionalDouble median = ratio.median();
    if (median.isEmpty()) {
      return Figure.unmeasured(key, what, List.of("no round measured both"));
    }
    List<String> facts = List.of(times(results, best.get(), engine) + spread(ratio));
    String text = String.format(Locale.ROOT, "%.2f ×", median.getAsDouble());
    Figure figure = Figure.of(key, what, median, text, facts).unless(ratio.shortage()).within(bars);
    return figure.verdict() == Figure.Verdict.MISSED
        ? figure.with(
            Limits.ofBatch(results, engine, best.get(), figure.limit().orElseThrow().bound()))
        : figure;
  }

  private static String absence(Findings findings, Cell cell) {
    return findings
        .results()
        .absence(cell)
        .or(findings::incompleteness)
        .orElse(cell.provider() + " was not measured");
  }

  private static String times(Results results, Cell best, Cell engine) {
    return String.format(
        Locale.ROOT,
        "%s takes %,.0f ns one at a time, %s %,.0f ns in batches of %d",
        best.provider(),
        results.nsPerPacket(best).orElseThrow(),
        engine.provider(),
        results.nsPerPacket(engine).orElseThrow(),
        engine.batch());
  }

  private static String spread(Ratio ratio) {
    return String.format(
        Locale.ROOT,
        "; %d round%s, between %.2f and %.2f",
        ratio.byRound().size(),
        ratio.byRound().size() == 1 ? "" : "s",
        ratio.min(),
        ratio.max());
  }

  private static Figure shareOfC(Findings findings, Bars bars) {
    Results results = findings.results();
    String what = PROVIDER + " HMAC-SHA1 one at a time, rate against libgcrypt called from C";
    Cell provider = new Cell(Operation.HMAC_SHA1, PROVIDER, BYTES, Cell.ONE_AT_A_TIME);
    Cell yard = YardstickResults.cell(Operation.HMAC_SHA1, BYTES);
    for (Cell needed : List.of(provider, yard)) {
      if (results.nsPerPacket(needed).isEmpty()) {
        return Figure.unmeasured(SHARE_OF_C, what, List.of(absence(findings, needed)));
      }
    }
    Ratio share = results.ratio(yard, provider);
    OptionalDouble median = share.median();
    if (median.isEmpty()) {
      return Figure.unmeasured(SHARE_OF_C, what, List.of("no round measured both"));
    }
    String fact =
        String.format(
                Locale.ROOT,
                "C takes %,.0f ns, %s %,.0f ns",
                results.nsPerPacket(yard).orElseThrow(),
                PROVIDER,
                results.nsPerPacket(provider).orElseThrow())
            + spread(share);
    String text = String.format(Locale.ROOT, "%.2f", median.getAsDouble());
    Figure figure =
        Figure.of(SHARE_OF_C, what, median, text, List.of(fact))
            .unless(share.shortage())
            .within(bars);
    return figure.verdict() == Figure.Verdict.MISSED
        ? figure.with(List.of(Limits.ofCall(results, provider, yard)))
        : figure;
  }

  private static Figure heap(Findings findings) {
    String what = ENGINE + ": heap allocated per packet on verify and tag, steady";
    List<Allocation> its =
        findings.allocations().stream()
            .filter(allocation -> allocation.provider().equals(ENGINE))
            .toList();
    if (its.isEmpty()) {
      return Figure.unmeasured(
          HEAP, what, List.of(ENGINE + " was not measured under the GC profiler"));
    }
    Allocation most =
        its.stream().max(Comparator.comparingDouble(Allocation::mostBytes)).orElseThrow();
    String fact =
        String.format(
            Locale.ROOT,
            "the most of %d suites is %.3f bytes on verify and %.3f bytes on tag, with %s; JMH's"
                + " own objects are counted in, so less than half a byte is none",
            its.size(),
            most.verifyBytes(),
            most.tagBytes(),
            most.suite());
    OptionalDouble measured = OptionalDouble.of(most.mostBytes());
    String text = String.format(Locale.ROOT, "%.0f bytes", most.mostBytes());
    // Heap is counted once, in the first round; the run as a whole has to be long enough.
    return Figure.of(HEAP, what, measured, text, List.of(fact))
        .unless(Rounds.shortage(findings.results().roundCount()));
  }
}
