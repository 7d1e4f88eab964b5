package dev.rosa.metering.prices;

import dev.rosa.bundle.AllowList;
import dev.rosa.metering.Meter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Search, member by member, for the arguments at which a unit of fuel buys most processor time. It
 * keeps the worst arguments found and changes them. Time is the thread's; of several measurements
 * the lowest quartile counts. One thread's.
 */
public final class PriceSearch {

  /** The most time that a unit may buy, in units of the median kernel. */
  public static final double MOST_TIMES_THE_KERNEL = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MEMORY = 64L << 20;
  private static final long LITTLE_MEMORY = 1L << 20;

  /** As many units as fit into a millisecond, and a tenth of a packet's. */
  private static final int END_OF_PACKET = 100_000;

  private static final int MOST_TIMES = 1 << 14;
  private static final int WARM_SIZE = 100;
  private static final int WARM_ARGUMENTS = 12;

  /** Elements that long arguments have at least. */
  private static final int LONG_SIZE = 5_000;

  /** Calls with long arguments by which a member is compiled, and the time that they take. */
  private static final int LONG_CALLS = 2_000;

  private static final long LONG_NANOS = 50_000_000;

  /** Further measurements of the worst: in the first one the JVM may have compiled anew. */
  private static final int AGAIN = 2;

  private static final int COPIES = 4;
  private static final long BATCH_NANOS = 200_000;
  private static final int MOST_ROUNDS = 40;

  /** A member with the worst arguments that were found. */
  public record Finding(String member, double nanosPerUnit, String arguments, boolean covered) {}

  private final Arguments arguments;
  private final Random random;
  private final int generations;
  private final int fuel;
  private final boolean isLong;

  /**
   * A search.
   *
   * @param mostSize elements of an argument
   * @param generations of arguments for each member
   * @param fuel of a few calls; what takes more is stopped
   * @param isLong true for long arguments only: the JVM compiles a loop by the rounds that it has
   *     seen, so that code for calls with short arguments too is other code
   */
  public PriceSearch(int mostSize, int generations, int fuel, long seed, boolean isLong) {
    this.isLong = isLong;
    this.arguments = new Arguments(isLong ? Math.min(mostSize, LONG_SIZE) : 0, mostSize);
    this.generations = generations;
    this.fuel = fuel;
    this.random = new Random(seed);
  }

  /** Searches all members of the list; the worst first. */
  public List<Finding> run() {
    return run("", finding -> {});
  }

  /**
   * Searches the members with a text in their name.
   *
   * @param part of a name
   * @param seen gets each as it is found
   */
  public List<Finding> run(String part, Consumer<Finding> seen) {
    List<Finding> findings = new ArrayList<>();
    for (PricedMember member : PricedMember.all(AllowList.builtIn())) {
      if (!member.name().contains(part)) {
        continue;
      }
      Finding finding = search(member);
      seen.accept(finding);
      findings.add(finding);
    }
    findings.sort(Comparator.comparingDouble(Finding::nanosPerUnit).reversed());
    return findings;
  }

  private Finding search(PricedMember member) {
    if (generations > 20) {
      warmUp(member);
    }
    Genes worst = null;
    double most = -1;
    for (int i = 0; i < generations; i++) {
      boolean anew = worst == null || i < generations / 3;
      Genes genes = anew ? Genes.random(random) : worst.mutated(random);
      double nanos = measure(member, genes);
      for (int again = 0; generations > 20 && nanos > most && again < AGAIN; again++) {
        nanos = Math.min(nanos, measure(member, genes));
      }
      if (nanos > most) {
        most = nanos;
        worst = genes;
      }
    }
    boolean covered = most >= 0;
    double settled = covered && generations > 20 ? settled(member, worst) : Math.max(0, most);
    return new Finding(member.name(), settled, String.valueOf(worst), covered);
  }

  /** A compiled member is what a bundle that calls it often meets. */
  private void warmUp(PricedMember member) {
    if (isLong) {
      for (int i = 0; i < WARM_ARGUMENTS / 4; i++) {
        callOften(member, Genes.random(random));
      }
      return;
    }
    Arguments few = new Arguments(WARM_SIZE);
    for (int i = 0; i < WARM_ARGUMENTS; i++) {
      measure(member, Genes.random(random), few);
    }
  }

  /** A member that takes long is called too rarely by a measurement to be compiled. */
  private void callOften(PricedMember member, Genes genes) {
    Meter meter = Meter.current();
    meter.begin(4 * fuel, memory());
    Object[] call = arguments(member, genes, arguments);
    long end = THREADS.getCurrentThreadCpuTime() + LONG_NANOS;
    int made = call == null ? -1 : 0;
    for (int i = 0; made >= 0 && i < LONG_CALLS; i++) {
      meter.begin(fuel, memory());
      made =
          THREADS.getCurrentThreadCpuTime() > end ? -1 : callAll(member, new Object[][] {call}, 1);
    }
  }

  private double measure(PricedMember member, Genes genes) {
    return measure(member, genes, arguments);
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
  private double measure(PricedMember member, Genes genes, Arguments source) {
    Meter meter = Meter.current();
    Object[][] calls = new Object[COPIES][];
    for (int i = 0; i < COPIES; i++) {
      meter.begin(4 * fuel, memory());
      calls[i] = arguments(member, genes.again(), source);
      if (calls[i] == null) {
        return -1;
      }
    }
    long each = (long) member.units() + member.bytes() / Meter.BYTES_PER_UNIT;
    long units = 0;
    long nanos = 0;
    int times = 1;
    for (int round = 0; round < MOST_ROUNDS && nanos < batchNanos(); round++) {
      meter.begin(fuel, memory());
      long before = THREADS.getCurrentThreadCpuTime();
      int made = callAll(member, calls, times);
      long taken = THREADS.getCurrentThreadCpuTime() - before;
      boolean ended = meter.exhausted() != null;
      if (ended && times > 1) {
        break;
      }
      nanos += taken;
      units += (long) fuel - Math.max(0, meter.fuel) + each * Math.abs(made);
      // The handler of an exception pays for it in the code of a bundle.
      units += made < 0 ? Meter.UNITS_PER_CATCH : 0;
      if (ended) {
        // It ends a packet: that has its own bound, 1 ms.
        units += END_OF_PACKET;
        break;
      }
      times = made < 0 ? 1 : Math.min(MOST_TIMES, 2 * times);
    }
    return (double) nanos / Math.max(1, units);
  }

  private long memory() {
    return generations > 20 ? MEMORY : LITTLE_MEMORY;
  }

  /** A short search measures nothing: two rounds are enough to see that it can be called. */
  private long batchNanos() {
    return generations > 20 ? BATCH_NANOS : 1;
  }

  @SuppressWarnings("CatchThrowable")
  private static Object[] arguments(PricedMember member, Genes genes, Arguments source) {
    Object[] made = new Object[member.types().size()];
    for (int i = 0; i < made.length; i++) {
      try {
        made[i] = source.of(member.types().get(i), genes);
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

  /** Calls it with all of them; returns the number of calls, negative if one threw. */
  @SuppressWarnings("CatchThrowable")
  private static int callAll(PricedMember member, Object[][] calls, int times) {
    int made = 0;
    for (Object[] call : calls) {
      try {
        made += times;
        sink += member.caller().call(call, times);
      } catch (Throwable e) {
        return -Math.max(1, made - times + 1);
      }
    }
    return made;
  }

  @SuppressWarnings({"unused", "NonFinalStaticField"})
  private static int sink;
}
