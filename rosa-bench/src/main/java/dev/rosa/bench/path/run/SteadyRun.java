package dev.rosa.bench.path.run;

import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.result.Footprint;
import dev.rosa.bench.path.result.PathResults.Steady;
import dev.rosa.bench.path.traffic.FrameSource;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measurement of a router at constant load for a while: its allocation, its pauses for collections,
 * and its use of the machine. Owned by one thread.
 */
public final class SteadyRun {

  private static final Pattern PAUSE = Pattern.compile("\\bPause\\b.*?([0-9.]+)ms$");

  private final RouterForwarder router;
  private final Traffic traffic;

  SteadyRun(RouterForwarder router, Traffic traffic) {
    this.router = router;
    this.traffic = traffic;
  }

  Steady measure(FrameSource frames, Pace pace, double load)
      throws IOException, InterruptedException {
    OptionalLong before = router.allocatedBytes();
    int linesBefore = router.collections().size();
    Footprint footprint = Footprint.of(router.pids().get(0));
    TrafficReading reading = traffic.runLong(frames, pace, router.pids());
    OptionalLong after = router.allocatedBytes();
    List<String> all = router.collections();
    List<String> since = all.subList(linesBefore, all.size());
    double[] pauses = pauses(since);
    double longest = pauses.length == 0 ? 0 : pauses[pauses.length - 1];
    return new Steady(
        load,
        reading.seconds(),
        reading.delivered(),
        reading.deliveredPerSecond(),
        since(before, after),
        before.isPresent() ? "" : "the router's JVM does not count them",
        longest,
        pauses.length,
        footprint,
        Footprint.of(router.pids().get(0)));
  }

  private static OptionalDouble since(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent()
        ? OptionalDouble.of((double) (after.getAsLong() - before.getAsLong()))
        : OptionalDouble.empty();
  }

  /** Milliseconds of every pause, ascending. */
  public static double[] pauses(List<String> log) {
    return log.stream()
        .map(PAUSE::matcher)
        .filter(Matcher::find)
        .mapToDouble(pause -> Double.parseDouble(pause.group(1)))
        .sorted()
        .toArray();
  }
}
