package dev.rosa.router.execution;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Report on the runs of one code by all workers since the router's start, for its pages.
 *
 * @param packets that it was run on
 * @param faults packets that it failed on
 * @param exhausted packets that used up a budget, by budget
 * @param fuelMedian units of fuel that half of the packets did not exceed; an eighth too high at
 *     most, as is the next one
 * @param fuelP99 units of fuel that 99 % of the packets did not exceed
 * @param leftOut packets that it was not run on while it was stopped
 * @param stop the reason why it is stopped for all users; empty: it runs
 * @param stopsOfUsers reasons why it is stopped for single users
 */
public record CodeReport(
    long packets,
    long faults,
    Map<Shortage, Long> exhausted,
    long fuelMedian,
    long fuelP99,
    long leftOut,
    Optional<CodeBreaker.Stop> stop,
    List<CodeBreaker.Stop> stopsOfUsers) {

  private static final double HALF = 0.5;
  private static final double NEARLY_ALL = 0.99;

  static CodeReport of(Collection<RunTally> tallies, CodeBreaker breaker) {
    long[] fuel = RunTally.noFuel();
    Map<Shortage, Long> exhausted = new EnumMap<>(Shortage.class);
    long faults = 0;
    long leftOut = 0;
    for (RunTally tally : tallies) {
      tally.addFuelTo(fuel);
      faults += tally.faults();
      leftOut += tally.stopped();
      for (Shortage shortage : Shortage.values()) {
        exhausted.merge(shortage, tally.exhaustions(shortage), Long::sum);
      }
    }
    long packets = sum(fuel);
    return new CodeReport(
        packets,
        faults,
        exhausted,
        quantile(fuel, packets, HALF),
        quantile(fuel, packets, NEARLY_ALL),
        leftOut,
        breaker.stop(),
        breaker.stopsOfUsers());
  }

  private static long sum(long[] buckets) {
    long sum = 0;
    for (long count : buckets) {
      sum += count;
    }
    return sum;
  }

  private static long quantile(long[] buckets, long packets, double share) {
    long wanted = (long) Math.ceil(packets * share);
    long seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= wanted) {
        return packets == 0 ? 0 : RunTally.mostIn(i);
      }
    }
    return 0;
  }
}
