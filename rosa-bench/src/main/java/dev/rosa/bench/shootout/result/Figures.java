package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Rounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures that ROSA promises, all of one run, through the Java interface, with packets of 1,024
 * bytes in batches of 64. Stateless.
 */
public final class Figures {

  /** The engine that they are about. */
  public static final String ENGINE = "multi-buffer";

  /** The provider that is held against C. */
  public static final String PROVIDER = "RosaGcrypt";

  private static final int BYTES = 1_024;
  private static final int BATCH = 64;
  private static final double LEAST_SHARE_OF_C = 0.85;

  private Figures() {}

  /** All of them. */
  public static List<Figure> of(Findings findings) {
    return List.of(
        batchFigure(findings, Operation.HMAC_SHA1, 3),
        batchFigure(findings, Operation.HMAC_MD5, 5),
        batchFigure(findings, Operation.HMAC_SHA256, 2),
        batchFigure(findings, Operation.AES_GCM, 2),
        shareOfC(findings),
        heap(findings));
  }

  /** True if every bar was reached. */
  public static boolean allReached(List<Figure> figures) {
    return figures.stream().allMatch(figure -> figure.verdict() == Figure.Verdict.REACHED);
  }

  private static Figure batchFigure(Findings findings, Operation operation, int times) {
    Results results = findings.results();
    String done = operation == Operation.AES_GCM ? operation + " verify+open" : operation.label();
    String what = "%s %s against the best single-packet Java provider".formatted(ENGINE, done);
    String bar = "at least " + times + "\u00a0×";
    Cell engine = new Cell(operation, ENGINE, BYTES, BATCH);
    Optional<Cell> best = Standings.of(results, operation, BYTES, Cell.ONE_AT_A_TIME).first();
    if (results.nsPerPacket(engine).isEmpty()) {
      return Figure.unmeasured(what, bar, absence(findings, engine));
    }
    if (best.isEmpty()) {
      return Figure.unmeasured(what, bar, "no Java provider was measured one at a time");
    }
    Ratio ratio = results.ratio(best.get(), engine);
    OptionalDouble median = ratio.median();
    if (median.isEmpty()) {
      return Figure.unmeasured(what, bar, "no round measured both");
    }
    Figure.Verdict verdict = Figure.verdict(median.getAsDouble() >= times);
    List<String> facts = new ArrayList<>();
    facts.add(times(results, best.get(), engine) + spread(ratio));
    if (isMissed(verdict, ratio)) {
      facts.addAll(Limits.ofBatch(results, engine, best.get(), times));
    }
    String text = String.format(Locale.ROOT, "%.2f ×", median.getAsDouble());
    return new Figure(what, bar, median, text, verdict, facts).unless(ratio.shortage());
  }

  private static boolean isMissed(Figure.Verdict verdict, Ratio ratio) {
    return verdict == Figure.Verdict.MISSED && ratio.shortage().isEmpty();
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

  private static Figure shareOfC(Findings findings) {
    Results results = findings.results();
    String what = PROVIDER + " HMAC-SHA1 one at a time against libgcrypt called from C";
    String bar = String.format(Locale.ROOT, "at least %.2f of its rate", LEAST_SHARE_OF_C);
    Cell provider = new Cell(Operation.HMAC_SHA1, PROVIDER, BYTES, Cell.ONE_AT_A_TIME);
    Cell yard = YardstickResults.cell(Operation.HMAC_SHA1, BYTES);
    for (Cell needed : List.of(provider, yard)) {
      if (results.nsPerPacket(needed).isEmpty()) {
        return Figure.unmeasured(what, bar, absence(findings, needed));
      }
    }
    Ratio share = results.ratio(yard, provider);
    OptionalDouble median = share.median();
    if (median.isEmpty()) {
      return Figure.unmeasured(what, bar, "no round measured both");
    }
    Figure.Verdict verdict = Figure.verdict(median.getAsDouble() >= LEAST_SHARE_OF_C);
    List<String> facts = new ArrayList<>();
    facts.add(
        String.format(
                Locale.ROOT,
                "C takes %,.0f ns, %s %,.0f ns",
                results.nsPerPacket(yard).orElseThrow(),
                PROVIDER,
                results.nsPerPacket(provider).orElseThrow())
            + spread(share));
    if (isMissed(verdict, share)) {
      facts.add(Limits.ofCall(results, provider, yard));
    }
    String text = String.format(Locale.ROOT, "%.2f", median.getAsDouble());
    return new Figure(what, bar, median, text, verdict, facts).unless(share.shortage());
  }

  private static Figure heap(Findings findings) {
    String what = ENGINE + ": heap allocated per packet on verify and tag, steady";
    String bar = "0 bytes";
    List<Allocation> its =
        findings.allocations().stream()
            .filter(allocation -> allocation.provider().equals(ENGINE))
            .toList();
    if (its.isEmpty()) {
      return Figure.unmeasured(what, bar, ENGINE + " was not measured under the GC profiler");
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
    return new Figure(what, bar, measured, text, Figure.verdict(most.isNothing()), List.of(fact))
        .unless(Rounds.shortage(findings.results().roundCount()));
  }
}
