package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import dev.rosa.endtoend.Figures;
import dev.rosa.testkit.CompiledBundle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Fuel against the instructions that an interpreter of its own counts: never fewer, and, with the
 * prices of what programs call and throw, not many more.
 */
class CodeExactTest {

  private static final int PROGRAMS = Integer.getInteger("rosa.code.programs", 20);
  private static final int PACKETS = 4;
  private static final double MOST_AT_MEDIAN = 1.5;

  @Test
  void shouldChargeEachInstructionAndFewMore() throws Exception {
    List<Double> ratios = MeteredProgram.onWorker(CodeExactTest::ratios);
    Collections.sort(ratios);
    double median = ratios.get(ratios.size() / 2);
    Figures.of("exact")
        .put("runs", ratios.size())
        .put("least", rounded(ratios.get(0)))
        .put("median", rounded(median))
        .put("p90", rounded(ratios.get(ratios.size() * 9 / 10)))
        .put("most", rounded(ratios.get(ratios.size() - 1)))
        .write();
    assertTrue(median <= MOST_AT_MEDIAN, () -> "median: " + median);
  }

  private static double rounded(double ratio) {
    return Math.round(ratio * 1_000) / 1_000.0;
  }

  private static List<Double> ratios() throws Exception {
    List<Double> ratios = new ArrayList<>();
    for (int seed = 0; seed < PROGRAMS; seed++) {
      CompiledBundle bundle = ProgramWriter.bundle(seed, ProgramWriter.Style.PLAIN);
      MeteredProgram program = Loading.of(bundle.jar());
      CountingInterpreter interpreter =
          new CountingInterpreter(bundle.classFiles(), "net.example.App");
      for (int packet = 0; packet < PACKETS; packet++) {
        byte[] payload = new byte[8 + packet];
        new Random(seed * 31L + packet).nextBytes(payload);
        RecordingPacket counted = new RecordingPacket(payload);
        long executed = interpreter.run(counted);
        MeteredProgram.Outcome outcome =
            program.run(payload, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
        assertEquals("FORWARD", outcome.verdict(), "program " + seed);
        assertEquals(HexFormat.of().formatHex(counted.payload()), outcome.payload());
        assertTrue(outcome.fuel() >= executed, "program " + seed);
        ratios.add((double) outcome.fuel() / (executed + interpreter.priced()));
      }
    }
    return ratios;
  }
}
