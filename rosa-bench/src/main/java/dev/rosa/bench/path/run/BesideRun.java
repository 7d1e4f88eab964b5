package dev.rosa.bench.path.run;

import dev.rosa.bench.namespace.RouterRules;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.traffic.FrameSource;
import dev.rosa.bench.path.traffic.Route;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Measurement of the router's effect on foreign traffic: packets that the kernel forwards, with and
 * without the router's rules. The runs alternate and are short, so that the machine is the same for
 * both. Owned by one thread.
 */
public final class BesideRun {

  /** In each round; every other one the other way round. */
  static final int PAIRS = 6;

  /** Of one run. */
  public static final double SECONDS = 0.5;

  private final Traffic traffic;
  private final FrameSource plain;

  BesideRun(Traffic traffic, FrameSource plain) {
    this.traffic = traffic;
    this.plain = plain;
  }

  /** Measures with the router as it runs; adds both rows and the ratios of their pairs. */
  void measure(PathResults results, int round) throws IOException, InterruptedException {
    RouterRules rules = RouterRules.here();
    List<TrafficReading> with = new ArrayList<>();
    List<TrafficReading> without = new ArrayList<>();
    try {
      one(rules, true);
      for (int pair = 0; pair < PAIRS; pair++) {
        boolean first = pair % 2 == 0;
        (first ? with : without).add(one(rules, first));
        (first ? without : with).add(one(rules, !first));
      }
    } finally {
      rules.setInForce(true);
    }
    double[] ratios = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      ratios[i] = with.get(i).deliveredPerSecond() / without.get(i).deliveredPerSecond();
    }
    results.add(PathRow.BESIDE_ROUTER, round, middle(with));
    results.add(PathRow.BESIDE_NO_RULES, round, middle(without));
    results.addPairs(PathRow.BESIDE_ROUTER, round, ratios);
  }

  private TrafficReading one(RouterRules rules, boolean inForce)
      throws IOException, InterruptedException {
    rules.setInForce(inForce);
    return traffic.repeat(plain, Pace.saturated(SECONDS), Route.LINKS, List.of());
  }

  private static TrafficReading middle(List<TrafficReading> readings) {
    return readings.stream()
        .sorted(Comparator.comparingDouble(TrafficReading::deliveredPerSecond))
        .toList()
        .get(readings.size() / 2);
  }
}
