package dev.rosa.bench.path.report;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.path.peer.EchoForwarder;
import dev.rosa.bench.path.peer.WireGuardHub;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathResults.Steady;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.run.BesideRun;
import dev.rosa.bench.path.run.PathPlan;
import dev.rosa.bench.path.traffic.FloodedFrames;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Figures by which {@code ./rosa bench path} is judged. They are of payloads of 1,024 bytes,
 * HMAC-SHA256-128, and an application that does nothing. Stateless.
 */
final class PathFigures {

  /** The setting of all of them. */
  static final String SETTING = format("payload %,d bytes", PathRow.FIGURE_PAYLOAD);

  private static final PathRow ROUTER = PathRow.ROUTER;

  private PathFigures() {}

  /**
   * All of them.
   *
   * @param many the router's row with many sessions
   */
  static List<Figure> of(PathResults results, PathRow many) {
    String sessions = many.variant().substring(ROUTER.variant().length() + 2);
    return List.of(
        delivered(results, "echo", "delivered, against bare echo", ROUTER, echo()),
        againstHub(results, WireGuardHub.BORINGTUN, "1 thread"),
        againstHub(results, WireGuardHub.WIREGUARD_GO, "GOMAXPROCS=1"),
        cpu(results),
        delivered(results, "sessions", "delivered with " + sessions + ", against 1", many, ROUTER),
        flood(results, "flood", "1 Source", PathRow.ROUTER_FLOODED),
        flood(
            results,
            "flood-of-sources",
            PathRow.SOURCES + " Sources in turn",
            PathRow.SOURCES_FLOODED),
        allocation(results),
        pauses(results),
        growth(results),
        beside(results));
  }

  private static PathRow echo() {
    return PathRow.saturated(EchoForwarder.NAME, "");
  }

  /**
   * Between its two ends; and alone, which is like with like: neither the router's ends nor the
   * peer's cost anything then, nor limit it.
   */
  private static Figure againstHub(PathResults results, String peer, String how) {
    PathRow whole = PathRow.wholePath(peer);
    Figure figure =
        delivered(
            results,
            peer,
            format("delivered, against %s between its ends (%s)", peer, how),
            ROUTER,
            whole);
    PathRow hub = PathRow.hubAlone(peer, Mode.SATURATED);
    double[] alone = results.ratios(ROUTER, hub, TrafficReading::deliveredPerSecond);
    if (alone.length == 0) {
      return figure;
    }
    List<String> facts = new ArrayList<>();
    facts.add("its ends share the sender's core; the router's row has no ends that cost anything");
    facts.add(
        "like with like, each without ends: "
            + fact(results, alone, ROUTER, hub, TrafficReading::deliveredPerSecond, "packets/s")
            + format(": %.2f ×", Median.of(alone).orElseThrow()));
    mostPossible(results, hub).ifPresent(facts::add);
    return figure.with(facts);
  }

  /** Nothing that takes packets through user space can do more than the echo. */
  private static Optional<String> mostPossible(PathResults results, PathRow hub) {
    double alone = results.median(hub, TrafficReading::deliveredPerSecond).orElseThrow();
    OptionalDouble most = results.median(echo(), TrafficReading::deliveredPerSecond);
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(
            format("the bare echo is %.2f × a hub without ends", most.getAsDouble() / alone));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static Figure delivered(
      PathResults results, String key, String what, PathRow row, PathRow against) {
    double[] ratios = results.ratios(row, against, TrafficReading::deliveredPerSecond);
    OptionalDouble median = Median.of(ratios);
    if (median.isEmpty()) {
      return unmeasured(key, what, results, row, against);
    }
    List<String> facts = new ArrayList<>();
    facts.add(fact(results, ratios, row, against, TrafficReading::deliveredPerSecond, "packets/s"));
    senderRemark(results, row).ifPresent(facts::add);
    senderRemark(results, against).ifPresent(facts::add);
    return ratio(key, what, median, facts);
  }

  /** At saturation and below it; the comparison that is kinder to the peer counts. */
  private static Figure cpu(PathResults results) {
    String peer = WireGuardHub.BORINGTUN;
    String what = "CPU per packet, against " + peer + ", hub alone";
    PathRow full = PathRow.hubAlone(peer, Mode.SATURATED);
    PathRow loaded = PathRow.hubAlone(peer, Mode.LOADED);
    double[] atFull = results.ratios(ROUTER, full, TrafficReading::cpuNanos);
    double[] atLoad = results.ratios(PathRow.ROUTER_LOADED, loaded, TrafficReading::cpuNanos);
    if (atFull.length == 0 || atLoad.length == 0) {
      return unmeasured("cpu", what, results, ROUTER, full, PathRow.ROUTER_LOADED, loaded);
    }
    double median = Median.of(atFull).orElseThrow();
    double medianLoaded = Median.of(atLoad).orElseThrow();
    List<String> facts = new ArrayList<>();
    facts.add(
        "each saturated: " + fact(results, atFull, ROUTER, full, TrafficReading::cpuNanos, "ns"));
    facts.add(
        format("each at %.0f %% of that: ", 100 * PathPlan.LOADED_SHARE)
            + fact(results, atLoad, PathRow.ROUTER_LOADED, loaded, TrafficReading::cpuNanos, "ns"));
    facts.add(
        format(
            "%.2f × and %.2f ×; the one that is kinder to %s counts", median, medianLoaded, peer));
    double kinder = Math.max(median, medianLoaded);
    return ratio("cpu", what, OptionalDouble.of(kinder), facts);
  }

  /** Each ratio is of two runs that follow one another. */
  private static Figure beside(PathResults results) {
    String what = "non-active traffic, router's rules in force against switched off";
    double[] ratios =
        results.pairs(PathRow.BESIDE_ROUTER).values().stream()
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    if (ratios.length == 0) {
      return unmeasured("beside", what, results, PathRow.BESIDE_ROUTER);
    }
    OptionalDouble median = Median.of(ratios);
    String fact =
        format(
            "median of %d pairs of runs of %.1f s, by turns with the router running; half of them"
                + " between %.3f and %.3f; the sender's core forwards, too, and is full",
            ratios.length,
            BesideRun.SECONDS,
            ratios[ratios.length / 4],
            ratios[(ratios.length - 1) * 3 / 4]);
    String text = format("%.3f ×", median.getAsDouble());
    return Figure.of("beside", what, median, text, List.of(fact));
  }

  private static Figure ratio(String key, String what, OptionalDouble median, List<String> facts) {
    return Figure.of(key, what, median, format("%.2f ×", median.getAsDouble()), facts);
  }

  private static String fact(
      PathResults results,
      double[] ratios,
      PathRow row,
      PathRow against,
      ToDoubleFunction<TrafficReading> value,
      String unit) {
    return format(
        "%s: %,.0f %s; %s: %,.0f %s; %s, between %.2f and %.2f",
        row.title(),
        results.median(row, value).orElseThrow(),
        unit,
        against.title(),
        results.median(against, value).orElseThrow(),
        unit,
        ratios.length == 1 ? "1 round" : ratios.length + " rounds",
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  /** With the sender's core full, what is delivered says what the sender can do. */
  private static Optional<String> senderRemark(PathResults results, PathRow row) {
    boolean limited =
        results.readings().getOrDefault(row, Map.of()).values().stream()
            .anyMatch(TrafficReading::isSenderLimited);
    return limited
        ? Optional.of(row.title() + ": the sender was the limit; it might have done more")
        : Optional.empty();
  }

  private static Figure unmeasured(String key, String what, PathResults results, PathRow... rows) {
    List<String> why = new ArrayList<>();
    for (PathRow row : rows) {
      if (!results.readings().containsKey(row)) {
        why.add(results.absences().getOrDefault(row.way(), row.title() + " was not measured"));
      }
    }
    return Figure.unmeasured(
        key,
        what,
        why.isEmpty() ? List.of("no round measured both") : why.stream().distinct().toList());
  }

  private static Figure withoutSteadyRun(String key, String what) {
    return Figure.unmeasured(key, what, List.of("no steady run was made"));
  }

  private static Figure flood(PathResults results, String key, String valid, PathRow row) {
    String what =
        format(
            "valid packets of %s delivered, %d × as many forged", valid, FloodedFrames.ONE_OF - 1);
    OptionalDouble share = results.median(row, PathFigures::validShare);
    if (share.isEmpty()) {
      return unmeasured(key, what, results, row);
    }
    double sent = results.median(row, TrafficReading::sentPerSecond).orElseThrow();
    OptionalDouble ofCapacity =
        Median.of(
            results.ratios(
                row,
                row.unflooded(),
                TrafficReading::sentPerSecond,
                TrafficReading::deliveredPerSecond));
    String fact =
        format(
            "%,.0f packets/s sent, one of %d valid: %.0f %% of what is delivered without a flood,"
                + " 50 %% were wanted; dropped: %s",
            sent,
            FloodedFrames.ONE_OF,
            100 * ofCapacity.orElse(Double.NaN) / FloodedFrames.ONE_OF,
            results.drops(row));
    String text = format("%.1f %%", 100 * share.getAsDouble());
    return Figure.of(key, what, share, text, List.of(fact));
  }

  private static double validShare(TrafficReading reading) {
    return reading.delivered() / ((double) reading.sent() / FloodedFrames.ONE_OF);
  }

  private static Figure allocation(PathResults results) {
    String what = "bytes allocated per packet, steady";
    Optional<Steady> steady = results.steady();
    if (steady.isEmpty()) {
      return withoutSteadyRun("allocation", what);
    }
    if (steady.get().allocatedBytes().isEmpty()) {
      return Figure.unmeasured("allocation", what, List.of(steady.get().whyUnknown()));
    }
    double bytes = steady.get().allocatedBytes().getAsDouble();
    double perPacket = bytes / Math.max(1, steady.get().packets());
    String fact =
        format(
            "%,.0f bytes by the threads of the packet path for %,d packets; less than half a byte"
                + " is none",
            bytes, steady.get().packets());
    OptionalDouble measured = OptionalDouble.of(perPacket);
    return Figure.of("allocation", what, measured, format("%.2f", perPacket), List.of(fact));
  }

  private static Figure growth(PathResults results) {
    String what = "of memory, descriptors and threads, number that grows at constant load";
    if (results.steady().isEmpty()) {
      return withoutSteadyRun("growth", what);
    }
    Steady steady = results.steady().get();
    int grown = steady.after().grown(steady.before());
    String fact =
        format(
            "%s; %.0f s and %,d packets later %s",
            steady.before(), steady.seconds(), steady.packets(), steady.after());
    return Figure.of("growth", what, OptionalDouble.of(grown), "" + grown, List.of(fact));
  }

  private static Figure pauses(PathResults results) {
    String what = "longest pause of a collection at constant load";
    if (results.steady().isEmpty()) {
      return withoutSteadyRun("pause", what);
    }
    Steady steady = results.steady().get();
    String fact =
        format(
            "%d pauses in %.0f s at %,.0f packets/s, %.0f %% load",
            steady.pauses(), steady.seconds(), steady.packetsPerSecond(), 100 * steady.load());
    OptionalDouble longest = OptionalDouble.of(steady.longestPauseMillis());
    String text = format("%.2f ms", steady.longestPauseMillis());
    return Figure.of("pause", what, longest, text, List.of(fact));
  }
}
