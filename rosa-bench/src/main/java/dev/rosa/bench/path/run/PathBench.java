package dev.rosa.bench.path.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.measure.WarmUp;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.path.peer.Forwarder;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.peer.WireGuardHub;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.run.PathPlan.RouterTraffic;
import dev.rosa.bench.path.traffic.FloodedFrames;
import dev.rosa.bench.path.traffic.FrameSource;
import dev.rosa.bench.path.traffic.PlainFrames;
import dev.rosa.bench.path.traffic.SealedFrames;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.bench.path.traffic.Traffic.Pace;
import dev.rosa.bench.path.traffic.TrafficReading;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Rounds of {@code ./rosa bench path}, the measurement itself. A round takes every way once, each
 * with the same sender: kernel forwarding, the echo, the peers, the router. What disturbs the
 * machine for longer than a run disturbs all of a round alike, and ratios are taken within rounds.
 * Owned by one thread.
 */
public final class PathBench {

  /** Frames a second, for so long, before a way's first row. */
  private static final long WARM_PER_SECOND = 2_000;

  private static final double WARM_SECONDS = 1;

  private final PathPlan plan;
  private final Traffic traffic;
  private final Progress progress;
  private final BenchDomain domain;
  private final ProviderRegistry providers;
  private final byte[] routerMac;
  private final PathResults results = new PathResults();
  private final Map<String, SealedFrames> sealed = new HashMap<>();

  public PathBench(
      PathPlan plan,
      Traffic traffic,
      BenchDomain domain,
      ProviderRegistry providers,
      Progress progress)
      throws IOException {
    this.plan = plan;
    this.traffic = traffic;
    this.domain = domain;
    this.providers = providers;
    this.progress = progress;
    this.routerMac = BenchNetwork.mac("r0");
  }

  /** Adds a sentence for the report. */
  public void addRemark(String remark) {
    results.addRemark(remark);
  }

  /** All rounds, and what is measured once. */
  public PathResults run(List<Forwarder> others, List<WireGuardHub> hubs, RouterForwarder router)
      throws IOException, InterruptedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      for (Forwarder forwarder : others) {
        if (wantsAny(forwarder)) {
          measure(forwarder, round);
        }
      }
      for (WireGuardHub hub : hubs) {
        measure(hub, round);
      }
      if (plan.wantsRouter()) {
        measureRouter(router, round);
      }
    }
    progress.end();
    return results;
  }

  private boolean wantsAny(Forwarder forwarder) {
    for (int payload : plan.payloads()) {
      for (Mode mode : plan.modes(payload)) {
        if (plan.wants(new PathRow(forwarder.name(), "", payload, mode))) {
          return true;
        }
      }
    }
    return false;
  }

  private void measure(Forwarder forwarder, int round) throws IOException, InterruptedException {
    if (results.absences().containsKey(forwarder.name())) {
      return;
    }
    progress.begin("round " + round + ": " + forwarder.name(), 1);
    try (forwarder) {
      forwarder.open();
      requireForwarding(forwarder);
      warmUp(forwarder, frames(forwarder, PathRow.FIGURE_PAYLOAD));
      for (int payload :
          forwarder.isTunnel() ? new int[] {PathRow.FIGURE_PAYLOAD} : plan.payloads()) {
        FrameSource frames = frames(forwarder, payload);
        for (Mode mode : plan.modes(payload)) {
          measure(forwarder, new PathRow(forwarder.name(), "", payload, mode), frames, round);
        }
      }
    } catch (AbsentException e) {
      results.addAbsence(forwarder.name(), e.getMessage());
    } catch (IOException e) {
      // A peer that does not run here is no reason to measure nothing.
      if (!forwarder.isTunnel()) {
        throw e;
      }
      results.addAbsence(forwarder.name(), e.getMessage());
    }
  }

  /** Warms a way up; a way without a process in user space needs none. */
  private void warmUp(Forwarder forwarder, FrameSource frames)
      throws IOException, InterruptedException {
    if (!forwarder.pids().isEmpty()) {
      Pace step = Pace.saturated(WarmUp.STEP_SECONDS);
      results.addWarmUp(
          forwarder.name(),
          WarmUp.run(
              forwarder.warmUpSeconds(),
              () -> traffic.run(frames, step, forwarder.pids()).deliveredPerSecond()));
    }
  }

  private void measure(WireGuardHub hub, int round) throws IOException, InterruptedException {
    double seconds = HubRun.expectedSeconds(plan, hub.name());
    if (seconds == 0 || results.absences().containsKey(hub.name())) {
      return;
    }
    progress.begin("round " + round + ": " + hub.name() + " as a hub", seconds);
    FrameSource plain = new PlainFrames(routerMac, BenchNetwork.TUNNELLED, PathRow.FIGURE_PAYLOAD);
    try (hub) {
      new HubRun(hub, traffic, plan, results, plain).measure(round);
    } catch (AbsentException | IOException e) {
      // A peer that does not run here is no reason to measure nothing.
      results.addAbsence(hub.name(), e.getMessage());
    }
  }

  private FrameSource frames(Forwarder forwarder, int payload) throws IOException {
    return forwarder.isForActivePackets()
        ? sealed(new RouterTraffic(Suite.HMAC_SHA256, Code.PASSING, payload), 1)
        : new PlainFrames(routerMac, forwarder.destination(), payload);
  }

  /** Sends a little and looks whether it comes: a tunnel's ends shake hands meanwhile. */
  private void requireForwarding(Forwarder forwarder)
      throws IOException, InterruptedException, AbsentException {
    FrameSource frames = frames(forwarder, PathRow.FIGURE_PAYLOAD);
    Pace pace = Pace.at(WARM_SECONDS, WARM_PER_SECOND);
    TrafficReading reading = traffic.run(frames, pace, forwarder.pids());
    if (reading.delivered() < reading.sent() / 2) {
      throw new AbsentException(
          "only %d of %d packets came through it".formatted(reading.delivered(), reading.sent()));
    }
  }

  private SealedFrames sealed(RouterTraffic kind, int sessions) throws IOException {
    return sealed(kind, sessions, 1);
  }

  private SealedFrames sealed(RouterTraffic kind, int sessions, int sources) throws IOException {
    String key = kind + " " + sessions + " " + sources;
    SealedFrames frames = sealed.get(key);
    if (frames == null) {
      frames =
          new SealedFrames(
              newSessions(kind, sessions, sources),
              providers.engineFor(kind.suite()),
              routerMac,
              kind.payload());
      sealed.put(key, frames);
    }
    return frames;
  }

  private List<ActiveSession> newSessions(RouterTraffic kind, int count, int sources)
      throws IOException {
    List<ActiveSession> sessions = new ArrayList<>();
    while (sessions.size() < count) {
      int source = sessions.size() % sources;
      sessions.add(domain.newSession(kind.suite(), kind.code().published(), source));
      progress.begin("session " + sessions.size() + " of " + count, 0);
    }
    return sessions;
  }

  private boolean isWanted(PathRow row) {
    return plan.wants(row)
        || (row.equals(PathRow.ROUTER) && plan.needsCapacity())
        || (row.equals(PathRow.ROUTER_SOURCES) && plan.wants(PathRow.SOURCES_FLOODED));
  }

  private void measure(Forwarder forwarder, PathRow row, FrameSource frames, int round)
      throws IOException, InterruptedException {
    if (!isWanted(row)) {
      return;
    }
    progress.begin("round " + round + ": " + row, plan.cost(row.mode()));
    Pace pace =
        row.mode() == Mode.PACED
            ? Pace.paced(plan.pacedSeconds(), PathPlan.PACED_PER_SECOND, forwarder.isTunnel())
            : Pace.saturated(plan.seconds());
    results.add(row, round, traffic.run(frames, pace, forwarder.pids()));
  }

  private void measureRouter(RouterForwarder router, int round)
      throws IOException, InterruptedException {
    progress.begin("round " + round + ": starting the router", 8);
    try (router) {
      router.open();
      RouterTraffic main = plan.routerTraffic().get(0);
      requireForwarding(router);
      warmUp(router, sealed(main, 1));
      for (RouterTraffic kind : plan.routerTraffic()) {
        for (Mode mode : plan.modes(kind.payload())) {
          if (isWanted(kind.row(mode))) {
            measureWithDrops(router, kind.row(mode), sealed(kind, 1), round);
          }
        }
      }
      measureLoaded(router, main, round);
      measureManySessions(router, main, round);
      measureSources(router, main, round);
      measureFlood(router, PathRow.ROUTER_FLOODED, sealed(main, 1), round);
      if (plan.wants(PathRow.SOURCES_FLOODED)) {
        measureFlood(router, PathRow.SOURCES_FLOODED, sources(main), round);
      }
      if (plan.wants(PathRow.BESIDE_ROUTER)) {
        progress.begin("round " + round + ": " + PathRow.BESIDE_ROUTER, BesideRun.PAIRS * 2);
        FrameSource plain =
            new PlainFrames(routerMac, BenchNetwork.DESTINATION, PathRow.FIGURE_PAYLOAD);
        new BesideRun(traffic, plain).measure(results, round);
      }
      if (round == plan.rounds() && plan.wantsSteady()) {
        measureSteady(router, main, round);
      }
    } catch (AbsentException e) {
      results.addAbsence(router.name(), e.getMessage());
    }
  }

  private void measureWithDrops(RouterForwarder router, PathRow row, FrameSource frames, int round)
      throws IOException, InterruptedException {
    Map<String, Long> before = router.drops();
    measure(router, row, frames, round);
    results.addDrops(row, since(before, router.drops()));
  }

  private static Map<String, Long> since(Map<String, Long> before, Map<String, Long> now) {
    Map<String, Long> more = new HashMap<>();
    now.forEach(
        (reason, count) -> {
          long grown = count - before.getOrDefault(reason, 0L);
          if (grown > 0) {
            more.put(reason, grown);
          }
        });
    return more;
  }

  private void measureManySessions(RouterForwarder router, RouterTraffic main, int round)
      throws IOException, InterruptedException {
    PathRow row = plan.many();
    if (!plan.wants(row)) {
      return;
    }
    SealedFrames frames = sealed(main, plan.sessions());
    // All of them are live before it counts.
    double seconds = 1.5 * plan.sessions() / WARM_PER_SECOND / 10;
    traffic.run(frames, Pace.at(seconds, 10.0 * WARM_PER_SECOND), router.pids());
    measureWithDrops(router, row, frames, round);
  }

  private void measureSources(RouterForwarder router, RouterTraffic main, int round)
      throws IOException, InterruptedException {
    PathRow row = PathRow.ROUTER_SOURCES;
    if (isWanted(row)) {
      measureWithDrops(router, row, sources(main), round);
    }
  }

  private SealedFrames sources(RouterTraffic main) throws IOException {
    return sealed(main, PathRow.SOURCES, PathRow.SOURCES);
  }

  private void measureLoaded(RouterForwarder router, RouterTraffic main, int round)
      throws IOException, InterruptedException {
    PathRow row = PathRow.ROUTER_LOADED;
    Pace pace = Pace.at(plan.seconds(), capacity(round) * PathPlan.LOADED_SHARE);
    if (plan.wants(row) && pace.packetsPerSecond() > 0) {
      progress.begin("round " + round + ": " + row, plan.cost(row.mode()));
      results.add(row, round, traffic.run(sealed(main, 1), pace, router.pids()));
    }
  }

  /** The valid packets are half of what the router can do. */
  private void measureFlood(RouterForwarder router, PathRow row, SealedFrames valid, int round)
      throws IOException, InterruptedException {
    double capacity = capacity(row.unflooded(), round);
    if (!plan.wants(row) || capacity == 0) {
      return;
    }
    progress.begin("round " + round + ": " + row, plan.cost(row.mode()));
    SealedFrames model = sealed(plan.routerTraffic().get(0), 1);
    FrameSource frames = new FloodedFrames(valid, model, new SplittableRandom(round));
    Map<String, Long> before = router.drops();
    Pace pace = Pace.at(plan.seconds(), capacity / 2 * FloodedFrames.ONE_OF);
    BenchNetwork.handOverWhole();
    try {
      results.add(row, round, traffic.run(frames, pace, router.pids()));
    } finally {
      BenchNetwork.cutUp();
    }
    results.addDrops(row, since(before, router.drops()));
  }

  private double capacity(int round) {
    return capacity(PathRow.ROUTER, round);
  }

  private double capacity(PathRow row, int round) {
    return results.reading(row, round).map(TrafficReading::deliveredPerSecond).orElse(0.0);
  }

  private void measureSteady(RouterForwarder router, RouterTraffic main, int round)
      throws IOException, InterruptedException {
    double capacity = capacity(round);
    if (capacity > 0) {
      progress.begin(
          "%.0f %% load for a while".formatted(100 * plan.load()), plan.steadySeconds() + 4);
      Pace pace = Pace.at(plan.steadySeconds(), capacity * plan.load());
      SteadyRun run = new SteadyRun(router, traffic);
      results.setSteady(run.measure(sealed(main, 1), pace, plan.load()));
    }
  }
}
