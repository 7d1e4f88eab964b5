package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.proof.ForkedJvm.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests of known answers, flipped bits, mixes and cross-checks on lesser machines: its CPU's
 * features are masked, in a JVM for each.
 */
class LesserMachineTest {

  private static final String MULTI_BUFFER = "multi-buffer";
  private static final String GCRYPT = "RosaGcrypt";
  private static final String[] SLICES = {"answers", "bits", "mixes", "pairs"};
  private static final TwoAtATime FORKS = new TwoAtATime();

  /**
   * A machine that this one pretends to be.
   *
   * @param needs what of /proc/cpuinfo it takes to pretend
   * @param shows what the party says of itself then
   * @param hides what it must not say
   */
  private record Machine(
      String tested, String property, Set<String> needs, String shows, String hides) {

    String name() {
      return tested + " " + property;
    }
  }

  private static final List<Machine> MACHINES =
      List.of(
          new Machine(MULTI_BUFFER, "rosa.multibuffer.arch=sse", Set.of("sse4_2"), "SSE", "AVX"),
          new Machine(MULTI_BUFFER, "rosa.multibuffer.arch=avx", Set.of("avx"), "AVX", "AVX2"),
          new Machine(MULTI_BUFFER, "rosa.multibuffer.arch=avx2", Set.of("avx2"), "AVX2", "512"),
          new Machine(
              MULTI_BUFFER,
              "rosa.multibuffer.arch=avx512",
              Set.of("avx512f", "avx512bw", "avx512vl"),
              "AVX-512",
              "AVX2"),
          new Machine(
              MULTI_BUFFER, "rosa.multibuffer.without=shani", Set.of("sse4_2"), "1.", "SHA-NI"),
          new Machine(
              MULTI_BUFFER,
              "rosa.multibuffer.without=aesni",
              Set.of(),
              "absent, this CPU lacks",
              "engines"),
          new Machine(
              GCRYPT, "rosa.gcrypt.without=intel-shaext", Set.of(), "intel-", "intel-shaext"),
          new Machine(
              GCRYPT,
              "rosa.gcrypt.without=intel-aesni,intel-pclmul",
              Set.of(),
              "intel-",
              "intel-aesni"),
          new Machine(GCRYPT, "rosa.gcrypt.without=all", Set.of(), "libgcrypt 1.", "intel-"));

  @AfterAll
  static void close() {
    FORKS.close();
  }

  @TestFactory
  Stream<DynamicTest> shouldComeToTheSameWithLessOfTheCpu() {
    return MACHINES.stream()
        .map(machine -> FORKS.test(machine.name(), () -> prove(machine)))
        // Started all, then waited for.
        .toList()
        .stream();
  }

  private static Void prove(Machine machine) throws IOException {
    TestedProviders.assumePresent(machine.tested());
    for (String feature : machine.needs()) {
      assumeTrue(cpuHas(feature), () -> "this CPU has no " + feature);
    }
    Outcome outcome =
        ForkedJvm.brief(
                machine.name().replaceAll("[^a-zA-Z0-9]+", "-"),
                "-D" + machine.property(),
                "-Dproof.parties=SunJCE,BC," + machine.tested())
            .prove(SLICES)
            .requireSuccess();
    String said = outcome.lineOf(machine.tested());
    assertTrue(said.contains(machine.shows()), said);
    assertFalse(said.contains(machine.hides()), said);
    System.out.println(said + "; " + outcome.summary());
    return null;
  }

  private static boolean cpuHas(String feature) throws IOException {
    return Files.readString(Path.of("/proc/cpuinfo")).contains(" " + feature + " ");
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWithoutNativeCodeWhenItIsSwitchedOff() {
    return Stream.of(FORKS.test("rosa.native=off", LesserMachineTest::proveWithoutNativeCode));
  }

  private static Void proveWithoutNativeCode() {
    Outcome outcome =
        ForkedJvm.brief("native-off", "-Drosa.native=off").prove(SLICES).requireSuccess();
    for (String tested : List.of(MULTI_BUFFER, GCRYPT)) {
      String said = outcome.lineOf(tested);
      assertTrue(said.contains("absent, switched off by rosa.native=off"), said);
    }
    return null;
  }
}
