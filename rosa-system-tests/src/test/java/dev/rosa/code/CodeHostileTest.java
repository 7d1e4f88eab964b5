package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.endtoend.Figures;
import dev.rosa.metering.Exhausted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Hostile bundles, one after the other on one worker: each is refused, does not start, or ends
 * within its budgets. The worker, the JDK's classes and another code are as before.
 */
class CodeHostileTest {

  private static final boolean FULL = Boolean.getBoolean("rosa.code.full");
  private static final int[] FUEL =
      FULL ? new int[] {10_000, 200_000, 5_000_000} : new int[] {200_000};

  /** Of a packet, if a bundle does not ask for more. */
  private static final int[] USUAL_FUEL = {1_000_000};

  private static final long MEMORY = 4L << 20;

  /** Time of the thread, beyond what a budget stands for. */
  private static final long MOST_NANOS_PAST_BUDGET = 10_000_000;

  /** What a unit may take at most, against the median kernel's. */
  private static final int WORST_PRICE = 20;

  private static final double MOST_FOR_NEIGHBOURS = 1.2;
  private static final long MOST_HEAP_GROWTH = 16 << 20;

  /** In each, some of the hostile bundles run first, and kernels as long after them. */
  private static final int ROUNDS = FULL ? 90 : 6;

  /** Each bundle has its turn so many times. */
  private static final int PASSES = FULL ? 3 : 1;

  private final Map<String, Integer> verdicts = new TreeMap<>();
  private final List<String> late = new ArrayList<>();
  private long worstPastBudget;
  private int bundles;
  private long heapGrowth;
  private double nanosPerUnit;

  @Test
  void shouldRefuseOrStopEveryHostileBundle() throws Exception {
    Map<String, byte[]> jars = new LinkedHashMap<>(HostileClassFiles.bundles());
    jars.putAll(ColdClassFiles.bundles());
    for (HostileShapes.Shape shape : HostileShapes.read(FULL)) {
      jars.put(shape.title(), shape.jar());
    }
    Neighbour neighbour = new Neighbour();
    double[] rounds =
        MeteredProgram.onWorker(() -> attackAll(new ArrayList<>(jars.entrySet()), neighbour));
    neighbour.end();
    Arrays.sort(rounds);
    Figures figures =
        Figures.of("hostile")
            .put("bundles", jars.size())
            .put("runs", bundles)
            .put("verdicts", verdicts)
            .put("escapes", 0)
            .put("ns per unit of the kernel", Math.round(nanosPerUnit * 100) / 100.0)
            .put("worst ms past budget", Math.round(worstPastBudget / 1e4) / 1e2)
            .put("late", late)
            .put("heap growth KiB", heapGrowth >> 10)
            .put(
                "neighbour's p99, worst round",
                Math.round(rounds[rounds.length - 1] * 100) / 100.0);
    try {
      figures.putRatio("neighbour's p99", rounds[rounds.length / 2], MOST_FOR_NEIGHBOURS);
    } finally {
      figures.write();
    }
    if (Figures.judged()) {
      assertEquals(List.of(), late);
      assertTrue(heapGrowth < MOST_HEAP_GROWTH, () -> "heap growth: " + heapGrowth);
    }
  }

  /** Returns the neighbour's p99 beside hostile bundles by that beside kernels, of each round. */
  private double[] attackAll(List<Map.Entry<String, byte[]>> jars, Neighbour neighbour) {
    Kernels kernels = new Kernels();
    nanosPerUnit = kernels.nanosPerUnit();
    MeteredProgram other = Loading.of(ProgramWriter.bundle(7, ProgramWriter.Style.RICH).jar());
    String answers = answers(other);
    String jdk = JdkProbe.answer();
    long before = usedHeap();
    double[] rounds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      int first = round % (ROUNDS / PASSES);
      long start = System.nanoTime();
      long attacked =
          neighbour.p99Beside(
              () -> {
                for (int i = first; i < jars.size(); i += ROUNDS / PASSES) {
                  String name = jars.get(i).getKey();
                  attack(name, jars.get(i).getValue());
                  assertEquals(answers, answers(other), "another code after " + name);
                  assertEquals(jdk, JdkProbe.answer(), "JDK after " + name);
                }
              });
      long taken = System.nanoTime() - start;
      rounds[round] = (double) attacked / neighbour.p99Beside(() -> kernels.runFor(taken));
    }
    heapGrowth = usedHeap() - before;
    return rounds;
  }

  private static String answers(MeteredProgram other) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      Outcome outcome =
          other.run(
              new byte[] {1, (byte) i, 3, 4}, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
      all.append(outcome).append('\n');
    }
    return all.toString();
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  // Code throws what it likes.
  @SuppressWarnings("CatchThrowable")
  private void attack(String name, byte[] jar) {
    for (int fuel : name.startsWith("cold-") ? USUAL_FUEL : FUEL) {
      bundles++;
      String verdict;
      try {
        MeteredProgram program = MeteredProgram.load(jar);
        verdict = run(name, program, fuel);
      } catch (BundleException refused) {
        verdict = "refused";
      } catch (Exhausted exhausted) {
        verdict = "not started: " + exhausted.reason();
      } catch (Throwable fault) {
        verdict = "not started: fault";
      }
      verdicts.merge(verdict, 1, Integer::sum);
      if (verdict.equals("refused")) {
        return;
      }
    }
  }

  private String run(String name, MeteredProgram program, int fuel) {
    long start = Cpu.nanos();
    Outcome outcome = program.run(new byte[] {9, 8, 7, 6, 5, 4, 3, 2}, fuel, MEMORY);
    long past = Cpu.nanos() - start - (long) (fuel * WORST_PRICE * nanosPerUnit);
    worstPastBudget = Math.max(worstPastBudget, past);
    if (past > MOST_NANOS_PAST_BUDGET) {
      late.add("%s: %d ms past %d units".formatted(name, past / 1_000_000, fuel));
    }
    assertTrue(outcome.fuel() <= fuel, name);
    assertTrue(outcome.bytes() <= MEMORY, name);
    boolean fault = !outcome.isExhausted() && outcome.verdict().indexOf('.') > 0;
    return fault ? "fault" : outcome.verdict();
  }
}
