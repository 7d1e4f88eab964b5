package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.Scope.Pace;
import dev.rosa.bench.shootout.result.CallCost;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.work.CallCostBenchmark;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Task of the shootout that measures the cost of one way of calling native code, in a forked JVM.
 * Owned by one thread.
 */
final class CallCostTask implements Task {

  /** A method of {@link CallCostBenchmark}. */
  private enum Way {
    JAVA("java", "a Java method, not inlined", "a method that returns its argument", 17),
    JNI("jni", "JNI", "a native method that returns its argument", 17),
    FOREIGN("foreign", "foreign-function API", "abs of the C library", 22),
    CRITICAL("foreignCritical", "foreign-function API, critical", "abs of the C library", 22),
    JNA_DIRECT("jnaDirect", "JNA, direct mapping", "abs of the C library", 17),
    JNA_INTERFACE("jnaInterface", "JNA, interface mapping", "abs of the C library", 17);

    private final String method;
    private final String label;
    private final String function;
    private final int since;

    Way(String method, String label, String function, int since) {
      this.method = method;
      this.label = label;
      this.function = function;
      this.since = since;
    }
  }

  private static final Pace PACE = new Pace(3, 80, 3, 60);

  private final Way way;
  private final Forks forks;
  private final Findings findings;

  private CallCostTask(Way way, Forks forks, Findings findings) {
    this.way = way;
    this.forks = forks;
    this.findings = findings;
  }

  /** Every way there is. */
  static List<Task> all(Forks forks, Findings findings) {
    return Arrays.stream(Way.values())
        .map(way -> (Task) new CallCostTask(way, forks, findings))
        .toList();
  }

  @Override
  public String title() {
    return "a call by " + way.label;
  }

  @Override
  public void run(int round) {
    if (Runtime.version().feature() < way.since) {
      keep(List.of(), Optional.of("needs Java " + way.since + " or newer"));
      return;
    }
    try {
      double mean =
          forks.run(CallCostBenchmark.class, way.method, Map.of(), PACE, 1).stream()
              .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
              .average()
              .orElse(Double.NaN);
      keep(List.of(mean), Optional.empty());
    } catch (ForkException e) {
      keep(List.of(), Optional.of(e.getMessage()));
    }
  }

  private void keep(List<Double> ns, Optional<String> absence) {
    findings.add(new CallCost(way.label, way.function, ns, absence));
  }
}
