package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.Scope.Pace;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Results;
import dev.rosa.bench.shootout.work.ShootoutBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.IterationResult;

/**
 * Task of the shootout that measures one operation by one provider on one size, in a forked JVM.
 * Owned by one thread.
 */
final class LaneTask implements Task {

  /**
   * Work of the fork.
   *
   * @param batches the ways of handing packets over, in turn
   */
  record Lane(Operation operation, String provider, int bytes, List<Integer> batches) {

    Cell cell(int batch) {
      return new Cell(operation, provider, bytes, batch);
    }
  }

  private final Lane lane;
  private final Pace pace;
  private final Forks forks;
  private final Results results;
  private boolean failed;

  LaneTask(Lane lane, Pace pace, Forks forks, Results results) {
    this.lane = lane;
    this.pace = pace;
    this.forks = forks;
    this.results = results;
  }

  Lane lane() {
    return lane;
  }

  @Override
  public String title() {
    return lane.operation() + ", " + lane.bytes() + " bytes, " + lane.provider();
  }

  @Override
  public void run(int round) {
    if (failed) {
      return;
    }
    try {
      keep(round, forks.run(ShootoutBenchmark.class, "call", parameters(), pace, turns()));
    } catch (ForkException e) {
      failed = true;
      lane.batches()
          .forEach(
              batch ->
                  results.addAbsence(
                      lane.cell(batch), lane.provider() + " failed: " + e.getMessage()));
    }
  }

  private int turns() {
    return lane.batches().size();
  }

  private Map<String, String> parameters() {
    return Map.of(
        "operation", lane.operation().name(),
        "provider", lane.provider(),
        "bytes", Integer.toString(lane.bytes()),
        "batches", lane.batches().stream().map(String::valueOf).collect(Collectors.joining(" ")));
  }

  /** Iterations go through the batches in turn; a score is for a whole batch. */
  private void keep(int round, List<IterationResult> iterations) {
    for (int turn = 0; turn < turns(); turn++) {
      int first = turn;
      int batch = lane.batches().get(turn);
      double[] nsPerPacket =
          IntStream.range(0, iterations.size())
              .filter(i -> i % turns() == first)
              .mapToDouble(i -> iterations.get(i).getPrimaryResult().getScore())
              .map(ns -> ns / Math.max(1, batch))
              .toArray();
      results.add(lane.cell(batch), round, nsPerPacket);
    }
  }
}
