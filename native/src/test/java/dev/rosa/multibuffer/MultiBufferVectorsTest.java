package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.vectors.VectorCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PROTOCOL §3 against vectors of an independent implementation, in every instruction set. */
@Tag("jdk")
class MultiBufferVectorsTest {

  private static final Path FILE = Path.of("../rosa-core/src/test/resources/vectors/rosa-v1.json");

  static Stream<Map<String, String>> masks() {
    return Stream.of(
        Map.of(),
        Map.of(CpuMask.WITHOUT, "shani"),
        Map.of(CpuMask.WITHOUT, "gfni, shani"),
        Map.of(CpuMask.WITHOUT, "aesni"),
        Map.of(CpuMask.ARCHITECTURE, "sse"),
        Map.of(CpuMask.ARCHITECTURE, "sse", CpuMask.WITHOUT, "shani"),
        Map.of(CpuMask.ARCHITECTURE, "avx"),
        Map.of(CpuMask.ARCHITECTURE, "avx2"),
        Map.of(CpuMask.ARCHITECTURE, "avx2", CpuMask.WITHOUT, "shani"),
        Map.of(CpuMask.ARCHITECTURE, "avx512"));
  }

  @ParameterizedTest
  @MethodSource("masks")
  void shouldReproduceEveryVectorWhateverTheInstructionSet(Map<String, String> mask)
      throws Exception {
    MultiBufferEngines engines = new MultiBufferEngines(mask::get);
    Optional<String> cause = engines.unavailabilityCause();
    assumeTrue(cause.isEmpty(), () -> mask + ": " + cause.orElse(""));

    VectorCheck.Outcome outcome = new VectorCheck(engines::engineFor).check(FILE);

    assertEquals(List.of(), outcome.failures());
    assertEquals(80, outcome.passed());
  }
}
