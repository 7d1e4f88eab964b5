package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.endtoend.Figures;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Exhaustion at every point where a program is charged: the program takes no step after it, in no
 * handler, {@code finally}, lambda or comparator.
 */
class CodeUncatchableTest {

  private static final int PROGRAMS = Integer.getInteger("rosa.code.programs", 6);

  /** Budgets of one program in the suite; at length all are tried. */
  private static final int MOST_BUDGETS = Integer.getInteger("rosa.code.budgets", 150);

  private long runs;

  @Test
  void shouldTakeNoStepAfterExhaustionAtAnyPoint() throws Exception {
    MeteredProgram.onWorker(
        () -> {
          for (int seed = 0; seed < PROGRAMS; seed++) {
            exhaust(seed, ProgramWriter.Style.PLAIN);
            exhaust(seed, ProgramWriter.Style.RICH);
          }
          return null;
        });
    Figures.of("uncatchable")
        .put("programs", 2 * PROGRAMS)
        .put("exhaustions", runs)
        .put("steps after exhaustion", 0)
        .write();
    assertTrue(runs > PROGRAMS);
  }

  private void exhaust(int seed, ProgramWriter.Style style) throws Exception {
    String name = style + " program " + seed;
    MeteredProgram program = Loading.of(ProgramWriter.bundle(seed, style).jar());
    byte[] payload = new byte[12];
    new Random(seed).nextBytes(payload);
    Outcome full = program.run(payload, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
    assertEquals("FORWARD", full.verdict(), name);
    int[] steps = steps(program);
    for (int fuel = 0; fuel < full.fuel(); fuel += stride(full.fuel())) {
      Outcome outcome = program.run(payload, fuel, MeteredProgram.MUCH_MEMORY);
      assertEquals("FUEL", outcome.verdict(), name + " with fuel " + fuel);
      requireStart(steps, steps(program), name + " with fuel " + fuel);
    }
    for (long bytes = 0; bytes < full.bytes(); bytes += stride(full.bytes())) {
      Outcome outcome = program.run(payload, MeteredProgram.MUCH_FUEL, bytes);
      assertEquals("MEMORY", outcome.verdict(), name + " with memory " + bytes);
      requireStart(steps, steps(program), name + " with memory " + bytes);
    }
    Outcome again = program.run(payload, full.fuel(), full.bytes());
    assertEquals("FORWARD", again.verdict(), name + " with just enough");
  }

  private static int stride(long budget) {
    return (int) Math.max(1, budget / MOST_BUDGETS);
  }

  private static int[] steps(MeteredProgram program) throws ReflectiveOperationException {
    return Arrays.copyOf((int[]) program.field("steps"), (Integer) program.field("taken"));
  }

  private void requireStart(int[] all, int[] taken, String what) {
    runs++;
    int same = Arrays.mismatch(all, taken);
    assertTrue(
        same < 0 || same == taken.length,
        () ->
            "%s: step %d of %s was not taken before".formatted(what, same, Arrays.toString(taken)));
  }
}
