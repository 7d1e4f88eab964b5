package dev.rosa.metering.prices;

import dev.rosa.bundle.AllowList;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Search, member by member, for the arguments at which a unit of fuel buys most processor time. It
 * keeps the worst arguments found and changes them. Time is the thread's; of several measurements
 * the lowest quartile counts. One thread's.
 */
public final class PriceSearch {

  /** What a unit may buy at most, in those of the median kernel. */
  public static final double MOST_TIMES_THE_KERNEL = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MEMORY = 64L << 20;
  private static final long LITTLE_MEMORY = 1L << 20;
  private static final int BYTES_PER_UNIT = 16;

  /** The handler of an exception pays for it in the code of a bundle. */
  private static final int EXCEPTION = 300;

  private static final int COPIES = 4;
  private static final long BATCH_NANOS = 60_000;
  private static final int MOST_ROUNDS = 4_000;

  /** A member with the worst arguments that were found. */
  public record Finding(String member, double nanosPerUnit, String arguments, boolean covered) {}

  private final Arguments arguments;
  private final Random random;
  private final int generations;
  private final int fuel;

  /** Costs of a call of nothing, which are not the member's. */
  private double emptyNanos;

  /**
   * A search.
   *
   * @param mostSize elements of an argument
   * @param generations of arguments for each member
   * @param fuel of a few calls; what takes more is stopped
   */
  public PriceSearch(int mostSize, int generations, int fuel, long seed) {
    this.arguments = new Arguments(mostSize);
    this.generations = generations;
    this.fuel = fuel;
    this.random = new Random(seed);
  }

  /** Searches all members of the list; the worst first. */
  public List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    emptyNanos = emptyNanos();
    for (PricedMember member : PricedMember.all(AllowList.builtIn())) {
      findings.add(search(member));
    }
    findings.sort(Comparator.comparingDouble(Finding::nanosPerUnit).reversed());
    return findings;
  }

  private double emptyNanos() {
    try {
      PricedMember nothing =
          new PricedMember(
              "nothing",
              java.lang.invoke.MethodHandles.dropArguments(
                  java.lang.invoke.MethodHandles.constant(Object.class, null), 0, Object[].class),
              List.of(int.class, int.class),
              1,
              0);
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 20; i++) {
        least = Math.min(least, measure(nothing, Genes.random(random)));
      }
      return least;
    } finally {
      emptyNanos = 0;
    }
  }

  private Finding search(PricedMember member) {
    Genes worst = null;
    double most = -1;
    for (int i = 0; i < generations; i++) {
      boolean anew = worst == null || i < generations / 3;
      Genes genes = anew ? Genes.random(random) : worst.mutated(random);
      double nanos = measure(member, genes);
      if (nanos > most) {
        most = nanos;
        worst = genes;
      }
    }
    boolean covered = most >= 0;
    double settled = covered && generations > 20 ? settled(member, worst) : Math.max(0, most);
    return new Finding(member.name(), settled, String.valueOf(worst), covered);
  }

  private double settled(PricedMember member, Genes genes) {
    double[] nanos = new double[12];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = measure(member, genes);
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 4];
  }

  /** Nanoseconds for a unit, or −1 if there are no such arguments. */
  private double measure(PricedMember member, Genes genes) {
    Meter meter = Meter.current();
    Object[][] calls = new Object[COPIES][];
    for (int i = 0; i < COPIES; i++) {
      meter.begin(4 * fuel, memory());
      calls[i] = arguments(member, genes.again());
      if (calls[i] == null) {
        return -1;
      }
    }
    long units = 0;
    long nanos = 0;
    long count = 0;
    for (int round = 0; round < MOST_ROUNDS && nanos < batchNanos(); round++) {
      meter.begin(fuel, memory());
      long before = THREADS.getCurrentThreadCpuTime();
      int failed = callAll(member, calls);
      nanos += THREADS.getCurrentThreadCpuTime() - before;
      long each = (long) member.units() + member.bytes() / BYTES_PER_UNIT;
      units += (long) fuel - Math.max(0, meter.fuel) + each * COPIES;
      units += (long) EXCEPTION * failed;
      count += COPIES;
    }
    return Math.max(0, nanos - count * emptyNanos) / Math.max(1, units);
  }

  private long memory() {
    return generations > 20 ? MEMORY : LITTLE_MEMORY;
  }

  /** A short search measures nothing: two rounds are enough to see that it can be called. */
  private long batchNanos() {
    return generations > 20 ? BATCH_NANOS : 1;
  }

  @SuppressWarnings("CatchThrowable")
  private Object[] arguments(PricedMember member, Genes genes) {
    Object[] made = new Object[member.types().size()];
    for (int i = 0; i < made.length; i++) {
      try {
        made[i] = arguments.of(member.types().get(i), genes);
      } catch (Throwable e) {
        // Exhausted or at odds with itself: not an argument that code could make.
        made[i] = null;
      }
      if (made[i] == null) {
        return null;
      }
    }
    return made;
  }

  /** Calls it with all of them; returns the number of exceptions. */
  @SuppressWarnings("CatchThrowable")
  private static int callAll(PricedMember member, Object[][] calls) {
    int failed = 0;
    for (Object[] call : calls) {
      try {
        Object result = member.handle().invokeExact(call);
        sink = result;
      } catch (Exhausted e) {
        // Whatever it bought until then is what counts.
        return failed;
      } catch (Throwable e) {
        failed++;
      }
    }
    return failed;
  }

  @SuppressWarnings("unused")
  private static volatile Object sink;
}
