package dev.rosa.bench.sessions;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.sessions.SessionsResult.Rates;
import dev.rosa.bench.sessions.SessionsResult.Row;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.testkit.router.SyntheticDomain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Measurement of {@code ./rosa bench sessions}: each round takes every population once, all in one
 * process. A disturbance meets all alike. Sealing packets is outside the measured time, and takes
 * the same memory for any number of sessions. Owned by one thread.
 */
final class SessionsBench {

  private static final int SECONDS_BEFORE = 60;

  private final SessionsPlan plan;
  private final ProviderRegistry providers;
  private final Progress progress;
  private final List<Population> populations = new ArrayList<>();
  private final List<MemoryUse> memory = new ArrayList<>();

  SessionsBench(SessionsPlan plan, ProviderRegistry providers, Progress progress) {
    this.plan = plan;
    this.providers = providers;
    this.progress = progress;
  }

  SessionsResult run() throws IOException {
    long start = System.currentTimeMillis() / 1_000 - SECONDS_BEFORE;
    try (SyntheticDomain domain = new SyntheticDomain(new SecureRandom(), start)) {
      Stage stage = new Stage(plan.runIn() + plan.batches());
      populate(domain, stage);
      if (plan.revoked() > 0) {
        progress.expect(plan.revoked());
        populate(domain.withRevokedSessions(plan.revoked()), stage);
      }
      KeyCost keyCost = new KeyCost(domain, providers.engineFor(plan.suite()));
      return measure(keyCost);
    } finally {
      progress.end();
    }
  }

  private void populate(SyntheticDomain domain, Stage stage) throws IOException {
    for (int sessions : plan.sessions()) {
      populate(new Population(sessions, plan, domain, providers, stage));
    }
  }

  private void populate(Population population) throws IOException {
    int sessions = population.sessions();
    String part = "bringing up " + sessions + (sessions == 1 ? " session" : " sessions");
    progress.expect(sessions);
    MemoryUse before = MemoryUse.now();
    population.create(done -> progress.reached(part, done));
    memory.add(MemoryUse.now().since(before));
    population.warmUp();
    populations.add(population);
  }

  private SessionsResult measure(KeyCost keyCost) throws IOException {
    double[][] remembered = new double[populations.size()][plan.rounds()];
    double[][] derived = new double[populations.size()][plan.rounds()];
    double[] keys = new double[plan.rounds()];
    progress.expect(plan.warmUps() + plan.rounds());
    for (int i = -plan.warmUps(); i < plan.rounds(); i++) {
      int round = Math.max(0, i);
      for (int k = 0; k < populations.size(); k++) {
        remembered[k][round] = populations.get(k).remembered();
        derived[k][round] = populations.get(k).derived();
      }
      keys[round] = keyCost.round();
      progress.reached("measuring", i + plan.warmUps() + 1);
    }
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < populations.size(); k++) {
      rows.add(row(k, Median.of(remembered[k]).orElseThrow(), Median.of(derived[k]).orElseThrow()));
    }
    String provider = providers.servedBy().get(plan.suite());
    return new SessionsResult(
        plan,
        provider,
        rows,
        Median.of(keys).orElseThrow(),
        ratio(remembered),
        withRevoked(remembered, derived),
        flags());
  }

  private Row row(int index, double remembered, double derived) {
    Population population = populations.get(index);
    int revoked = index < plan.sessions().size() ? 0 : plan.revoked();
    return new Row(
        population.sessions(),
        revoked,
        remembered,
        derived,
        memory.get(index),
        population.countedBytes());
  }

  private OptionalDouble ratio(double[][] remembered) {
    int few = plan.sessions().indexOf(SessionsResult.FEW);
    int many = plan.sessions().indexOf(SessionsResult.MANY);
    if (few < 0 || many < 0) {
      return OptionalDouble.empty();
    }
    double[] ratios = new double[plan.rounds()];
    Arrays.setAll(ratios, round -> remembered[many][round] / remembered[few][round]);
    return Median.of(ratios);
  }

  /** The median over all rounds and numbers of sessions. */
  private Rates withRevoked(double[][] remembered, double[][] derived) {
    return new Rates(share(remembered), share(derived));
  }

  private OptionalDouble share(double[][] nanos) {
    int without = plan.sessions().size();
    return Median.of(
        IntStream.range(without, nanos.length)
            .boxed()
            .flatMapToDouble(
                k ->
                    IntStream.range(0, plan.rounds())
                        .mapToDouble(round -> nanos[k - without][round] / nanos[k][round]))
            .toArray());
  }

  private static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X"))
        .toList();
  }
}
