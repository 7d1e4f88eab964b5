package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.endtoend.Figures;
import dev.rosa.metering.Exhausted;
import dev.rosa.testkit.CompiledBundle;
import java.util.ArrayList;
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

  /** Kernels of which the median unit counts. */
  private static final List<String> KERNELS =
      List.of(
          """
          int[] table = new int[256];
          for (int i = 0; i < 256; i++) { table[i] = i * 0x9E3779B1; }
          int crc = -1;
          for (int i = 0; i < 100_000; i++) { crc = table[(crc ^ i) & 0xff] ^ (crc >>> 8); }
          packet.sessionState().set(0, crc);
          """,
          """
          long x = 1;
          for (int i = 0; i < 100_000; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
          packet.sessionState().set(0, x);
          """,
          """
          java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
          for (int i = 0; i < 2_000; i++) { counts.merge(i * 7 % 31, i, Integer::sum); }
          packet.sessionState().set(0, counts.size());
          """);

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
    long quiet = Neighbour.p99Beside(() -> MeteredProgram.onWorker(this::measureKernels));
    long attacked = Neighbour.p99Beside(() -> MeteredProgram.onWorker(() -> attackAll(jars)));
    Figures figures =
        Figures.of("hostile")
            .put("bundles", jars.size())
            .put("runs", bundles)
            .put("verdicts", verdicts)
            .put("escapes", 0)
            .put("ns per unit of the kernel", Math.round(nanosPerUnit * 100) / 100.0)
            .put("worst ms past budget", Math.round(worstPastBudget / 1e4) / 1e2)
            .put("late", late)
            .put("heap growth KiB", heapGrowth >> 10);
    try {
      figures.putRatio("neighbour's p99", (double) attacked / quiet, MOST_FOR_NEIGHBOURS);
    } finally {
      figures.write();
    }
    if (Figures.judged()) {
      assertEquals(List.of(), late);
      assertTrue(heapGrowth < MOST_HEAP_GROWTH, () -> "heap growth: " + heapGrowth);
    }
  }

  private Void attackAll(Map<String, byte[]> jars) {
    MeteredProgram neighbour = neighbour();
    String answers = answers(neighbour);
    String jdk = JdkProbe.answer();
    long before = usedHeap();
    for (Map.Entry<String, byte[]> jar : jars.entrySet()) {
      attack(jar.getKey(), jar.getValue());
      assertEquals(answers, answers(neighbour), "neighbour after " + jar.getKey());
      assertEquals(jdk, JdkProbe.answer(), "JDK after " + jar.getKey());
    }
    heapGrowth = usedHeap() - before;
    return null;
  }

  private static MeteredProgram neighbour() {
    return Loading.of(ProgramWriter.bundle(7, ProgramWriter.Style.RICH).jar());
  }

  private static String answers(MeteredProgram neighbour) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      Outcome outcome =
          neighbour.run(
              new byte[] {1, (byte) i, 3, 4}, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
      all.append(outcome).append('\n');
    }
    return all.toString();
  }

  private Void measureKernels() {
    nanosPerUnit =
        KERNELS.stream().mapToDouble(CodeHostileTest::nanosPerUnit).sorted().toArray()[1];
    return null;
  }

  /** Of metered code that is hot. */
  private static double nanosPerUnit(String body) {
    MeteredProgram kernel = Loading.of(CompiledBundle.onPacket(body).jar());
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 400; i++) {
      long start = Cpu.nanos();
      Outcome outcome =
          kernel.run(new byte[9], MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
      best = Math.min(best, (double) (Cpu.nanos() - start) / outcome.fuel());
    }
    return best;
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
