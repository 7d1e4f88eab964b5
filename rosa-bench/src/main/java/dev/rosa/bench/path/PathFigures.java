package dev.rosa.bench.path;

import dev.rosa.bench.path.PathResults.Steady;
import dev.rosa.bench.shootout.result.Figure;
import dev.rosa.bench.shootout.result.Figure.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The figures that ROSA promises of its packet path: payloads of 1,024 bytes, HMAC-SHA256-128, an
 * application that does nothing. Stateless.
 */
final class PathFigures {

  private static final PathRow ROUTER = PathRow.ROUTER;
  private static final PathRow MANY = PathRow.ROUTER_MANY;
  private static final PathRow BESIDE = PathRow.BESIDE_ROUTER;
  private static final PathRow FLOOD = PathRow.ROUTER_FLOODED;

  private static final double LEAST_FLOOD_SHARE = 0.9;
  private static final double LONGEST_PAUSE_MILLIS = 1;

  /** Less than this is what a thread allocates once in a while, and no packet. */
  private static final double NOTHING = 0.5;

  private PathFigures() {}

  /** All of them. */
  static List<Figure> of(PathResults results) {
    return List.of(
        delivered(results, "delivered, against bare echo", ROUTER, way(EchoWay.NAME), 0.65),
        delivered(
            results,
            "delivered, against boringtun (1 thread)",
            ROUTER,
            way(WireGuardHub.BORINGTUN),
            3),
        delivered(
            results,
            "delivered, against wireguard-go (GOMAXPROCS=1)",
            ROUTER,
            way(WireGuardHub.WIREGUARD_GO),
            10),
        cpu(results),
        delivered(results, "delivered with 10,000 live sessions, against 1", MANY, ROUTER, 0.9),
        flood(results),
        allocation(results),
        pauses(results),
        growth(results),
        delivered(
            results,
            "non-active traffic with the router running, against without",
            BESIDE,
            way(KernelWay.NAME),
            0.98));
  }

  private static PathRow way(String name) {
    return PathRow.saturated(name, "");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static Figure delivered(
      PathResults results, String what, PathRow row, PathRow against, double least) {
    String bar = format("at least %s ×", Double.toString(least).replaceAll("\\.0$", ""));
    double[] ratios = results.ratios(row, against, Reading::deliveredPerSecond);
    OptionalDouble median = PathResults.median(ratios);
    if (median.isEmpty()) {
      return unmeasured(what, bar, results, row, against);
    }
    List<String> facts =
        facts(results, ratios, row, against, Reading::deliveredPerSecond, "packets/s");
    senderRemark(results, row).ifPresent(facts::add);
    senderRemark(results, against).ifPresent(facts::add);
    return ratio(what, bar, median, median.getAsDouble() >= least, facts);
  }

  private static Figure cpu(PathResults results) {
    String what = "CPU per packet, against boringtun";
    String bar = "at most 0.5 ×";
    PathRow against = way(WireGuardHub.BORINGTUN);
    double[] ratios = results.ratios(ROUTER, against, Reading::cpuNanos);
    OptionalDouble median = PathResults.median(ratios);
    if (median.isEmpty()) {
      return unmeasured(what, bar, results, ROUTER, against);
    }
    List<String> facts = facts(results, ratios, ROUTER, against, Reading::cpuNanos, "ns");
    return ratio(what, bar, median, median.getAsDouble() <= 0.5, facts);
  }

  private static Figure ratio(
      String what, String bar, OptionalDouble median, boolean reached, List<String> facts) {
    String text = format("%.2f ×", median.getAsDouble());
    return new Figure(what, bar, median, text, verdict(reached), facts);
  }

  private static Verdict verdict(boolean reached) {
    return reached ? Verdict.REACHED : Verdict.MISSED;
  }

  private static List<String> facts(
      PathResults results,
      double[] ratios,
      PathRow row,
      PathRow against,
      ToDoubleFunction<Reading> value,
      String unit) {
    String text =
        format(
            "%s: %,.0f %s; %s: %,.0f %s; %d rounds, between %.2f and %.2f",
            row.title(),
            results.median(row, value).orElseThrow(),
            unit,
            against.title(),
            results.median(against, value).orElseThrow(),
            unit,
            ratios.length,
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow());
    return new ArrayList<>(List.of(text));
  }

  /** With the sender's core full, what is delivered says what the sender can do. */
  private static Optional<String> senderRemark(PathResults results, PathRow row) {
    boolean limited =
        results.readings().getOrDefault(row, Map.of()).values().stream()
            .anyMatch(Reading::isSenderLimited);
    return limited
        ? Optional.of(row.title() + ": the sender was the limit; it might have done more")
        : Optional.empty();
  }

  private static Figure unmeasured(String what, String bar, PathResults results, PathRow... rows) {
    List<String> why = new ArrayList<>();
    for (PathRow row : rows) {
      if (!results.readings().containsKey(row)) {
        why.add(results.absences().getOrDefault(row.way(), row.title() + " was not measured"));
      }
    }
    return new Figure(
        what,
        bar,
        OptionalDouble.empty(),
        "–",
        Verdict.NOT_MEASURED,
        why.isEmpty() ? List.of("no round measured both") : why);
  }

  private static Figure flood(PathResults results) {
    String what = "valid packets delivered in a flood of forged ones, 3 × as many";
    String bar = "at least 90 %";
    OptionalDouble share = results.median(FLOOD, PathFigures::validShare);
    if (share.isEmpty()) {
      return unmeasured(what, bar, results, FLOOD);
    }
    double sent = results.median(FLOOD, Reading::sentPerSecond).orElseThrow();
    double alone = results.median(ROUTER, Reading::deliveredPerSecond).orElse(Double.NaN);
    String fact =
        format(
            "%,.0f packets/s sent, a quarter of them valid, %.0f %% of what is delivered without a"
                + " flood; dropped: %s",
            sent, 100 * sent / FloodedFrames.ONE_OF / alone, results.drops(FLOOD));
    String text = format("%.1f %%", 100 * share.getAsDouble());
    return new Figure(
        what, bar, share, text, verdict(share.getAsDouble() >= LEAST_FLOOD_SHARE), List.of(fact));
  }

  private static double validShare(Reading reading) {
    return reading.delivered() / ((double) reading.sent() / FloodedFrames.ONE_OF);
  }

  private static Figure allocation(PathResults results) {
    String what = "bytes allocated per packet, steady";
    String bar = "0";
    Optional<Steady> steady = results.steady();
    if (steady.isEmpty() || steady.get().allocatedBytes().isEmpty()) {
      String why = steady.map(Steady::whyUnknown).orElse("no steady run was made");
      return new Figure(what, bar, OptionalDouble.empty(), "–", Verdict.NOT_MEASURED, List.of(why));
    }
    double bytes = steady.get().allocatedBytes().getAsDouble();
    double perPacket = bytes / Math.max(1, steady.get().packets());
    String fact =
        format(
            "%,.0f bytes by the threads of the packet path for %,d packets; less than half a byte"
                + " is none",
            bytes, steady.get().packets());
    return new Figure(
        what,
        bar,
        OptionalDouble.of(perPacket),
        format("%.2f", perPacket),
        verdict(perPacket < NOTHING),
        List.of(fact));
  }

  private static Figure growth(PathResults results) {
    String what = "memory, descriptors and threads at constant load";
    String bar = "flat";
    if (results.steady().isEmpty()) {
      List<String> why = List.of("no steady run was made");
      return new Figure(what, bar, OptionalDouble.empty(), "–", Verdict.NOT_MEASURED, why);
    }
    Steady steady = results.steady().get();
    double ratio = (double) steady.after().residentBytes() / steady.before().residentBytes();
    return new Figure(
        what,
        bar,
        OptionalDouble.of(ratio),
        format("%.2f ×", ratio),
        verdict(steady.after().isNoMoreThan(steady.before())),
        List.of(
            format(
                "%s; %.0f s and %,d packets later %s",
                steady.before(), steady.seconds(), steady.packets(), steady.after())));
  }

  private static Figure pauses(PathResults results) {
    String what = "longest pause of a collection at constant load";
    String bar = "none over 1 ms";
    if (results.steady().isEmpty()) {
      return new Figure(
          what,
          bar,
          OptionalDouble.empty(),
          "–",
          Verdict.NOT_MEASURED,
          List.of("no steady run was made"));
    }
    Steady steady = results.steady().get();
    String fact =
        format(
            "%d pauses in %.0f s at %,.0f packets/s, %.0f %% load",
            steady.pauses(), steady.seconds(), steady.packetsPerSecond(), 100 * steady.load());
    return new Figure(
        what,
        bar,
        OptionalDouble.of(steady.longestPauseMillis()),
        format("%.2f ms", steady.longestPauseMillis()),
        verdict(steady.longestPauseMillis() <= LONGEST_PAUSE_MILLIS),
        List.of(fact));
  }
}
