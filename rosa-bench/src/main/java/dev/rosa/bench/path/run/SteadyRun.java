package dev.rosa.bench.path.run;

import dev.rosa.bench.path.namespace.AbsentException;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.result.Footprint;
import dev.rosa.bench.path.result.PathResults.Steady;
import dev.rosa.bench.path.traffic.FrameSource;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A router at constant load for a while: what the threads that packets go through allocate, how
 * long collections stop it, and what it takes of its machine. Owned by one thread.
 */
public final class SteadyRun {

  /** Names of these threads begin so. */
  private static final String PACKET_THREADS = "packets";

  private static final Pattern PAUSE = Pattern.compile("\\bPause\\b.*?([0-9.]+)ms$");

  private final RouterForwarder router;
  private final Traffic traffic;

  SteadyRun(RouterForwarder router, Traffic traffic) {
    this.router = router;
    this.traffic = traffic;
  }

  Steady measure(FrameSource frames, Pace pace, double load)
      throws IOException, InterruptedException {
    String unknown = "";
    double before = 0;
    OptionalDouble allocated = OptionalDouble.empty();
    try {
      before = allocated();
    } catch (AbsentException e) {
      unknown = e.getMessage();
    }
    int linesBefore = router.collections().size();
    Footprint footprint = Footprint.of(router.pids().get(0));
    TrafficReading reading = traffic.runLong(frames, pace, router.pids());
    List<String> all = router.collections();
    List<String> since = all.subList(linesBefore, all.size());
    if (unknown.isEmpty()) {
      try {
        allocated = OptionalDouble.of(allocated() - before);
      } catch (AbsentException e) {
        unknown = e.getMessage();
      }
    }
    double[] pauses = pauses(since);
    double longest = pauses.length == 0 ? 0 : pauses[pauses.length - 1];
    return new Steady(
        load,
        reading.seconds(),
        reading.delivered(),
        reading.deliveredPerSecond(),
        allocated,
        unknown,
        longest,
        pauses.length,
        footprint,
        Footprint.of(router.pids().get(0)));
  }

  private double allocated() throws IOException, InterruptedException, AbsentException {
    double sum = 0;
    boolean any = false;
    for (Map.Entry<String, Double> thread : Allocations.of(router.pids().get(0)).entrySet()) {
      if (thread.getKey().startsWith(PACKET_THREADS)) {
        sum += thread.getValue();
        any = true;
      }
    }
    if (!any) {
      throw new AbsentException("the router has no thread whose name begins with 'packets'");
    }
    return sum;
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
