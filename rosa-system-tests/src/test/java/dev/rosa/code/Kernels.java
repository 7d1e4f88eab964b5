package dev.rosa.code;

import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.testkit.CompiledBundle;
import java.util.List;

/** Metered code that does honest work: three kernels. One thread's, that of a worker. */
final class Kernels {

  private static final int WARM_UP = 400;

  private static final List<String> BODIES =
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

  private final List<MeteredProgram> programs =
      BODIES.stream().map(body -> Loading.of(CompiledBundle.onPacket(body).jar())).toList();

  /** Processor time for a unit of fuel of the median kernel, once it is hot. */
  double nanosPerUnit() {
    return programs.stream().mapToDouble(Kernels::nanosPerUnit).sorted().toArray()[1];
  }

  /** Runs all in turn for a time. */
  void runFor(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      programs.forEach(Kernels::run);
    }
  }

  private static double nanosPerUnit(MeteredProgram kernel) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < WARM_UP; i++) {
      long start = Cpu.nanos();
      Outcome outcome = run(kernel);
      best = Math.min(best, (double) (Cpu.nanos() - start) / outcome.fuel());
    }
    return best;
  }

  private static Outcome run(MeteredProgram kernel) {
    return kernel.run(new byte[9], MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
  }
}
