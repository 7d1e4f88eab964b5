package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proof.ForkedJvm.Outcome;
import java.util.List;
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

  /** BouncyCastle has no native code, and takes its time. */
  private static final String NATIVE_ONES =
      "-Dproof.parties=SunJCE,ACCP,Conscrypt,RosaGcrypt,multi-buffer";

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
    assertEquals(List.of(), JniWarnings.in(outcome.output()));
    System.out.println(outcome.summary());
    return null;
  }
}
