package dev.rosa.bench.path.run;

import dev.rosa.bench.measure.WarmUp;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.path.peer.WireGuardHub;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.traffic.FrameSource;
import dev.rosa.bench.path.traffic.Route;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.util.List;

/**
 * Measurement of a WireGuard hub in one round: alone, with frames recorded before, and between its
 * two ends. Alone, nothing but the hub is the limit; the two ends share the sender's core. Owned by
 * one thread.
 */
final class HubRun {

  /** Frames a second, for so long, before anything else: all shake hands. */
  private static final double TRICKLE_PER_SECOND = 2_000;

  private static final double TRICKLE_SECONDS = 1;

  /** A hub is full when it is sent so much more than it delivers, and no more is recorded. */
  private static final double OVERLOAD = 1.5;

  /** First rate in the search for the most that a hub delivers. */
  private static final double FIRST_GUESS = 60_000;

  /** The whole path is tried with ever more, from a share of the hub's capacity on. */
  private static final double FIRST_SHARE = 0.15;

  private static final double MORE = 1.25;
  private static final double TRY_SECONDS = 0.7;

  /** With less than this of what was sent, more of it brings nothing. */
  private static final double CHOKED = 0.8;

  private final WireGuardHub hub;
  private final Traffic traffic;
  private final PathPlan plan;
  private final PathResults results;
  private final FrameSource plain;
  private double capacity = FIRST_GUESS;

  HubRun(WireGuardHub hub, Traffic traffic, PathPlan plan, PathResults results, FrameSource plain) {
    this.hub = hub;
    this.traffic = traffic;
    this.plan = plan;
    this.results = results;
    this.plain = plain;
  }

  /** All rows of it that are wanted. */
  void measure(int round) throws IOException, InterruptedException, AbsentException {
    hub.open();
    shakeHands();
    BenchNetwork.dropSealed();
    List<Double> rates = WarmUp.run(0, this::warm);
    results.addWarmUp(hub.name(), rates);
    capacity = rates.stream().mapToDouble(rate -> rate).max().orElseThrow();
    alone(round);
    BenchNetwork.passSealed();
    if (plan.wants(PathRow.wholePath(hub.name()))) {
      wholePath(round);
    }
  }

  private void shakeHands() throws IOException, InterruptedException, AbsentException {
    TrafficReading reading = whole(TRICKLE_SECONDS, TRICKLE_PER_SECOND);
    if (reading.delivered() < reading.sent() / 2) {
      throw new AbsentException(
          "only %d of %d packets came through it".formatted(reading.delivered(), reading.sent()));
    }
  }

  private double warm() throws IOException, InterruptedException {
    double delivered = overloaded(WarmUp.STEP_SECONDS).deliveredPerSecond();
    capacity = Math.max(capacity, delivered);
    return delivered;
  }

  private TrafficReading overloaded(double seconds) throws IOException, InterruptedException {
    return replay(Pace.at(seconds, capacity * OVERLOAD));
  }

  private TrafficReading replay(Pace pace) throws IOException, InterruptedException {
    long count = traffic.record(plain, pace.frames());
    if (count < pace.frames() / 2) {
      throw new IOException(
          "its end in src sealed only %d of %d packets".formatted(count, pace.frames()));
    }
    return traffic.replay(pace, hub.pids());
  }

  private void alone(int round) throws IOException, InterruptedException {
    PathRow saturated = PathRow.hubAlone(hub.name(), Mode.SATURATED);
    PathRow loaded = PathRow.hubAlone(hub.name(), Mode.LOADED);
    PathRow paced = PathRow.hubAlone(hub.name(), Mode.PACED);
    if (plan.wants(saturated) || plan.wants(loaded)) {
      TrafficReading full = overloaded(plan.seconds());
      results.add(saturated, round, full);
      capacity = full.deliveredPerSecond();
      results.add(loaded, round, replay(Pace.at(plan.seconds(), capacity * PathPlan.LOADED_SHARE)));
    }
    if (plan.wants(paced)) {
      Pace pace = Pace.paced(plan.pacedSeconds(), PathPlan.PACED_PER_SECOND, true);
      results.add(paced, round, replay(pace));
    }
  }

  /**
   * With its ends on one core there is a rate beyond which less comes through: it is looked for.
   */
  private void wholePath(int round) throws IOException, InterruptedException {
    double most = 0;
    double best = 0;
    for (double rate = capacity * FIRST_SHARE; rate < capacity * OVERLOAD; rate *= MORE) {
      TrafficReading reading = whole(TRY_SECONDS, rate);
      if (reading.deliveredPerSecond() > most) {
        most = reading.deliveredPerSecond();
        best = rate;
      }
      if (reading.deliveredPerSecond() < CHOKED * rate && reading.deliveredPerSecond() < most) {
        break;
      }
    }
    results.add(PathRow.wholePath(hub.name()), round, whole(plan.seconds(), best));
  }

  private TrafficReading whole(double seconds, double rate)
      throws IOException, InterruptedException {
    return traffic.repeat(plain, Pace.at(seconds, rate), Route.WHOLE, hub.pids());
  }

  /** About how long it takes. */
  static double expectedSeconds(PathPlan plan, String name) {
    double alone = 8 + 3 * (plan.seconds() + 2);
    double all = plan.wants(PathRow.hubAlone(name, Mode.SATURATED)) ? alone : 0;
    return all + (plan.wants(PathRow.wholePath(name)) ? 8 + plan.seconds() : 0);
  }
}
