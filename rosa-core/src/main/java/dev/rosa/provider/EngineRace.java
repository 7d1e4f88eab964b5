package dev.rosa.provider;

import dev.rosa.provider.check.Workload;
import dev.rosa.provider.measure.JvmCompiler;
import dev.rosa.provider.measure.PacketMix;
import dev.rosa.provider.measure.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Speed comparison of crypto engines: they take turns, round after round, and medians count. A
 * machine has phases in which everything takes twice as long. Owned by one thread.
 */
final class EngineRace {

  private static final int FEWEST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 500;

  /** Parts of the budget: what running warm takes at least, and the rounds at most. */
  private static final double LEAST_WARM_UP = 0.3;

  private static final double ROUNDS = 0.4;

  /**
   * Computations with special instructions are slow in the JDK, by ten times and more, until their
   * callers are compiled. So running warm goes on until the compiler has been idle for this part of
   * the budget,
   */
  private static final double IDLE = 0.05;

  /** but not for longer than this many budgets: on a busy machine the compiler has to wait, too. */
  private static final double MOST_WARM_UP = 1.5;

  /** Asking the compiler costs something. */
  private static final double ASK_EVERY = 0.0125;

  /** A sample is at least this long, so that the clock's grain does not show. */
  private static final long SAMPLE_NANOS = 200_000;

  private final LongSupplier clock;
  private final Warmth warmth;
  private final Duration budget;

  /**
   * Conditions under which a JVM counts as running at full speed.
   *
   * @param compiling tells whether its compiler has work left
   * @param leastPackets packets that an engine has to process before the compiler looks at it
   */
  record Warmth(BooleanSupplier compiling, int leastPackets) {

    private static final int LEAST_PACKETS = 20_000;

    /** As this JVM tells. */
    static Warmth ofJvm() {
      return new Warmth(new JvmCompiler()::isBusy, LEAST_PACKETS);
    }
  }

  /**
   * A race.
   *
   * @param clock nanoseconds, as {@link System#nanoTime}
   * @param warmth of the JVM that runs it
   * @param budget about how long one call of {@link #run} takes when the machine has nothing else
   *     to do
   */
  EngineRace(LongSupplier clock, Warmth warmth, Duration budget) {
    this.clock = clock;
    this.warmth = warmth;
    this.budget = budget;
  }

  /**
   * Result of a race.
   *
   * @param timings one for each server, in the same order
   * @param isWarm true if the compiler had finished before measuring began; otherwise engines in
   *     Java are faster than this
   */
  public record Outcome(List<Timing> timings, boolean isWarm) {}

  /** The same with another budget. */
  EngineRace within(Duration other) {
    return new EngineRace(clock, warmth, other);
  }

  Duration budget() {
    return budget;
  }

  /**
   * Measures servers of one suite, that gave the known answer.
   *
   * @return the times of each
   * @throws WrongAnswerException if one does not verify what it sealed itself, or fails
   */
  Outcome run(List<Server> servers, PacketMix mix) throws WrongAnswerException {
    List<List<Lane>> lanes = new ArrayList<>();
    try {
      for (Server server : servers) {
        lanes.add(lanes(server, mix));
      }
      boolean isWarm = warmUp(lanes);
      runRounds(lanes, clock.getAsLong() + part(ROUNDS));
      return new Outcome(lanes.stream().map(EngineRace::timing).toList(), isWarm);
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

  private static List<Lane> lanes(Server server, PacketMix mix) {
    List<Lane> lanes = new ArrayList<>();
    for (int batch : mix.batches()) {
      for (int bytes : mix.sizes()) {
        lanes.add(new Lane(server, new Workload(server.newEngine(), bytes, batch)));
      }
    }
    return lanes;
  }

  private long part(double ofBudget) {
    return (long) (budget.toNanos() * ofBudget);
  }

  /** True if it got warm in time. */
  private boolean warmUp(List<List<Lane>> lanes) throws WrongAnswerException {
    long start = clock.getAsLong();
    long now = start;
    long asked = start;
    long idleSince = start;
    int packets = 0;
    boolean isWarm = false;
    while (now - start < part(LEAST_WARM_UP) || (!isWarm && now - start < part(MOST_WARM_UP))) {
      packets += passAll(lanes);
      now = clock.getAsLong();
      if (now - asked >= part(ASK_EVERY)) {
        asked = now;
        idleSince = warmth.compiling().getAsBoolean() ? now : idleSince;
      }
      isWarm = packets >= warmth.leastPackets() && now - idleSince >= part(IDLE);
    }
    return isWarm;
  }

  /** Count of the packets that each of the engines has worked on. */
  private static int passAll(List<List<Lane>> lanes) throws WrongAnswerException {
    int packets = 0;
    for (List<Lane> ofOne : lanes) {
      packets = 0;
      for (Lane lane : ofOne) {
        lane.pass();
        packets += lane.workload.packets();
      }
    }
    return packets;
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

  /** All engines do the same at about the same time; the order changes. */
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
