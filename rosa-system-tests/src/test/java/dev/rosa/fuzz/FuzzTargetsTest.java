package dev.rosa.fuzz;

import dev.rosa.proof.EngineFuzzer;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of every fuzz target with random bytes, its seeds, and damaged seeds, in this JVM and
 * without Jazzer: {@link FuzzTest} looks for inputs by what they reach. {@code -Dfuzz.seed=N}
 * repeats a run.
 */
@Tag("fuzz")
class FuzzTargetsTest {

  private static final int INPUTS = 300;
  private static final int LONGEST = 600;
  private static final int MOST_DAMAGES = 4;

  private static final long SEED = Long.getLong("fuzz.seed", new SplittableRandom().nextLong());

  @TempDir static Path scratch;

  @BeforeAll
  static void nameDropIns() {
    System.setProperty(EngineFuzzer.DROP_INS, Path.of("../providers").toAbsolutePath().toString());
  }

  @AfterAll
  static void clear() {
    System.clearProperty(EngineFuzzer.DROP_INS);
    System.clearProperty(Scratch.PROPERTY);
  }

  @TestFactory
  Stream<DynamicTest> shouldKeepItsPromisesWithRandomInput() {
    return FuzzTarget.ALL.stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> test(target)));
  }

  private static void test(FuzzTarget target) throws Exception {
    Path own = Files.createDirectory(scratch.resolve(target.name()));
    System.setProperty(Scratch.PROPERTY, own.toString());
    CapturedLog unread = CapturedLog.of("dev.rosa");
    try {
      inputs(target).forEach(input -> test(target, input));
    } finally {
      unread.close();
    }
  }

  private static void test(FuzzTarget target, byte[] input) {
    try {
      target.input().test(FuzzedBytes.of(input));
    } catch (Throwable e) {
      throw new AssertionError("%s, -Dfuzz.seed=%d: %s".formatted(target.name(), SEED, e), e);
    }
  }

  private static List<byte[]> inputs(FuzzTarget target) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<byte[]> seeds = target.seeds().get();
    List<byte[]> inputs = new ArrayList<>(seeds);
    for (int i = 0; i < INPUTS; i++) {
      boolean damaged = !seeds.isEmpty() && i % 2 == 0;
      inputs.add(damaged ? damaged(seeds.get(i / 2 % seeds.size()), random) : any(random));
    }
    return inputs;
  }

  private static byte[] any(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(LONGEST + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(byte[] seed, SplittableRandom random) {
    byte[] bytes = Arrays.copyOf(seed, seed.length - random.nextInt(1 + seed.length / 4));
    for (int i = random.nextInt(MOST_DAMAGES); i >= 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
