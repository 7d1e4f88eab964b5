package dev.rosa.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures engines against each other: they take turns, round after round, and medians count, since
 * a machine has phases in which everything takes twice as long. Owned by one thread.
 */
final class EngineRace {

  private static final int FEWEST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 500;

  /**
   * Part of the time that goes to running warm: what the JDK computes in special instructions it
   * computes slowly, by up to eight times, until the compiler has come round to the callers.
   */
  private static final double WARM_UP = 0.65;

  /** A sample is at least this long, so that the clock's grain does not show. */
  private static final long SAMPLE_NANOS = 200_000;

  private final LongSupplier clock;
  private final Duration budget;

  /**
   * A race.
   *
   * @param clock nanoseconds, as {@link System#nanoTime}
   * @param budget about how long one call of {@link #run} may take
   */
  EngineRace(LongSupplier clock, Duration budget) {
    this.clock = clock;
    this.budget = budget;
  }

  /** The same with another budget. */
  EngineRace within(Duration other) {
    return new EngineRace(clock, other);
  }

  Duration budget() {
    return budget;
  }

  /**
   * Measures servers of one suite, that gave the known answer.
   *
   * @return a timing for each, in the same order
   * @throws WrongAnswerException if one does not verify what it sealed itself, or fails
   */
  List<Timing> run(List<Server> servers, Mix mix) throws WrongAnswerException {
    List<List<Lane>> lanes = new ArrayList<>();
    try {
      for (Server server : servers) {
        lanes.add(lanes(server, mix));
      }
      long start = clock.getAsLong();
      warmUp(lanes, start + (long) (budget.toNanos() * WARM_UP));
      runRounds(lanes, start + budget.toNanos());
      return lanes.stream().map(EngineRace::timing).toList();
    } finally {
      lanes.forEach(of -> of.forEach(lane -> lane.workload.close()));
    }
  }

  /** A server failed at what it is measured with. */
  static final class WrongAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Server server;

    WrongAnswerException(Server server, String message, Throwable cause) {
      super(message, cause);
      this.server = server;
    }

    Server server() {
      return server;
    }
  }

  private static List<Lane> lanes(Server server, Mix mix) {
    List<Lane> lanes = new ArrayList<>();
    for (int batch : mix.batches()) {
      for (int bytes : mix.sizes()) {
        lanes.add(new Lane(server, new Workload(server.newEngine(), bytes, batch)));
      }
    }
    return lanes;
  }

  private void warmUp(List<List<Lane>> lanes, long deadline) throws WrongAnswerException {
    do {
      for (List<Lane> ofOne : lanes) {
        for (Lane lane : ofOne) {
          lane.pass();
        }
      }
    } while (clock.getAsLong() < deadline);
  }

  private void runRounds(List<List<Lane>> lanes, long deadline) {
    long longest = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      long start = clock.getAsLong();
      if (round >= FEWEST_ROUNDS && start + longest > deadline) {
        return;
      }
      runRound(lanes, round);
      longest = Math.max(longest, clock.getAsLong() - start);
    }
  }

  /** Everybody does the same at about the same time; who comes first changes. */
  private void runRound(List<List<Lane>> lanes, int round) {
    int workloads = lanes.isEmpty() ? 0 : lanes.get(0).size();
    for (int workload = 0; workload < workloads; workload++) {
      for (int i = 0; i < lanes.size(); i++) {
        Lane lane = lanes.get((i + round) % lanes.size()).get(workload);
        lane.seals.add(sample(lane.workload, lane.workload::seal));
        lane.verifications.add(sample(lane.workload, lane.workload::verify));
      }
    }
  }

  /** Nanoseconds per packet. */
  private double sample(Workload workload, Runnable call) {
    long start = clock.getAsLong();
    long elapsed;
    int calls = 0;
    do {
      call.run();
      calls++;
      elapsed = clock.getAsLong() - start;
    } while (elapsed < SAMPLE_NANOS);
    return (double) elapsed / calls / workload.packets();
  }

  private static Timing timing(List<Lane> lanes) {
    return new Timing(
        lanes.stream().mapToDouble(lane -> median(lane.seals)).average().orElseThrow(),
        lanes.stream().mapToDouble(lane -> median(lane.verifications)).average().orElseThrow());
  }

  private static double median(List<Double> samples) {
    List<Double> sorted = new ArrayList<>(samples);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** One engine with one workload. */
  private static final class Lane {
    final Server server;
    final Workload workload;
    final List<Double> seals = new ArrayList<>();
    final List<Double> verifications = new ArrayList<>();

    Lane(Server server, Workload workload) {
      this.server = server;
      this.workload = workload;
    }

    void pass() throws WrongAnswerException {
      String where = "in a batch of " + workload.packets();
      try {
        workload.seal();
        workload.verify();
      } catch (RuntimeException e) {
        throw new WrongAnswerException(server, "fails " + where + ": " + LoadingError.words(e), e);
      }
      if (!workload.isAuthentic()) {
        throw new WrongAnswerException(server, "does not verify what it sealed, " + where, null);
      }
    }
  }
}
