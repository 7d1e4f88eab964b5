package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.Scope.Pace;
import dev.rosa.bench.shootout.result.Allocation;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.work.AllocationBenchmark;
import dev.rosa.wire.active.Suite;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.IterationResult;

/**
 * Task of the shootout that measures the heap bytes which one engine allocates for one suite, in a
 * forked JVM. Owned by one thread.
 */
final class AllocationTask implements Task {

  private static final String PER_OPERATION = "gc.alloc.rate.norm";

  /** Verify and tag. */
  private static final int TURNS = 2;

  private static final Pace PACE = new Pace(2, 100, 3, 50);

  private final String provider;
  private final Suite suite;
  private final Forks forks;
  private final Findings findings;

  AllocationTask(String provider, Suite suite, Forks forks, Findings findings) {
    this.provider = provider;
    this.suite = suite;
    this.forks = forks;
    this.findings = findings;
  }

  @Override
  public String title() {
    return "heap with " + suite + ", " + provider;
  }

  @Override
  public void run(int round) {
    try {
      Map<String, String> parameters =
          Map.of(
              "suite", suite.name(),
              "provider", provider,
              "bytes", Integer.toString(Scope.FIGURE_BYTES));
      List<IterationResult> iterations =
          forks.runCountingHeap(AllocationBenchmark.class, "batch", parameters, PACE, TURNS);
      findings.add(new Allocation(provider, suite, steady(iterations, 0), steady(iterations, 1)));
    } catch (ForkException e) {
      findings.addRemark(title() + " could not be measured: " + e.getMessage());
    }
  }

  /**
   * The least of the turn's iterations: one during which the JVM still warms up counts for more.
   */
  private static double steady(List<IterationResult> iterations, int turn) {
    return IntStream.range(0, iterations.size())
        .filter(i -> i % TURNS == turn)
        .mapToDouble(i -> bytes(iterations.get(i)))
        .min()
        .orElse(Double.NaN);
  }

  private static double bytes(IterationResult iteration) {
    for (String name : iteration.getSecondaryResults().keySet()) {
      if (name.endsWith(PER_OPERATION)) {
        return iteration.getSecondaryResults().get(name).getScore();
      }
    }
    return Double.NaN;
  }
}
