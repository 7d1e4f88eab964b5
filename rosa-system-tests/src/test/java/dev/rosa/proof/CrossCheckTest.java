package dev.rosa.proof;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Tests that every party verifies and opens the packets that any other sealed. */
@Tag("jdk")
class CrossCheckTest {

  @AfterAll
  static void say() {
    System.out.println("CrossCheckTest: " + CheckCounts.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldVerifyAndOpenWhatAnyOtherSealed() {
    return TestedProviders.each(
        sealer ->
            Rounds.run("sealed by " + sealer.name(), random -> ProofRun.pairs(sealer, random)));
  }
}
