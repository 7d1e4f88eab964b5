package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proof.ForkedJvm.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The proof in JVMs that watch native code, and with every garbage collector: some stop for arrays
 * that native code holds, some move what it must not hold.
 */
@Tag("jdk")
class JvmTest {

  private static final TwoAtATime FORKS = new TwoAtATime();

  /** Native methods of other libraries that the JVM warns of; ROSA's are not among them. */
  private static final Set<String> OTHERS =
      Set.of("org.conscrypt.NativeCrypto.getDirectBufferAddress");

  /** BouncyCastle has no native code, and takes its time. */
  private static final String NATIVE_ONES =
      "-Dproof.parties=SunJCE,ACCP,Conscrypt,RosaGcrypt,multi-buffer";

  private static final String FRAME = "\tat ";

  @AfterAll
  static void close() {
    FORKS.close();
  }

  @TestFactory
  Stream<DynamicTest> shouldProveTheSameWithEveryCollector() {
    return Stream.of("Serial", "Parallel", "G1", "Z")
        .map(
            collector ->
                FORKS.test(
                    collector,
                    () -> {
                      System.out.println(
                          ForkedJvm.with(
                                  "gc-" + collector,
                                  "-XX:+Use" + collector + "GC",
                                  "-Xmx512m",
                                  NATIVE_ONES)
                              .prove("answers", "mixes", "threads")
                              .requireSuccess()
                              .summary());
                      return null;
                    }))
        .toList()
        .stream();
  }

  @TestFactory
  Stream<DynamicTest> shouldUseJniAsItIsMeantToBeUsed() {
    return Stream.of("answers published pairs", "mixes threads", "bad")
        .map(slices -> FORKS.test(slices, () -> underWatch(slices)))
        .toList()
        .stream();
  }

  private static Void underWatch(String slices) {
    Outcome outcome =
        ForkedJvm.with("check-jni-" + slices.replace(' ', '-'), "-Xcheck:jni", NATIVE_ONES)
            .prove(slices.split(" "))
            .requireSuccess();
    assertTrue(!outcome.output().contains("FATAL ERROR"), outcome::tail);
    assertEquals(List.of(), warnings(outcome.output().lines().toList()));
    System.out.println(outcome.summary());
    return null;
  }

  /** Each with the native method that it is about, but for those of others. */
  private static List<String> warnings(List<String> lines) {
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("WARNING") && lines.get(i).contains("JNI")) {
        String frame = frameBehind(lines, i);
        if (OTHERS.stream().noneMatch(other -> frame.startsWith(FRAME + other))) {
          warnings.add(lines.get(i) + frame);
        }
      }
    }
    return warnings;
  }

  /** Warnings of two threads may stand together, with their frames behind them. */
  private static String frameBehind(List<String> lines, int warning) {
    return lines.stream()
        .skip(warning + 1L)
        .filter(line -> line.startsWith(FRAME))
        .findFirst()
        .orElse("");
  }
}
