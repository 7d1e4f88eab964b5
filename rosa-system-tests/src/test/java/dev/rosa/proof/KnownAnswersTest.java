package dev.rosa.proof;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Test of rosa-v1.json, all 80 vectors, byte for byte, on every party that serves their suites. */
@Tag("jdk")
class KnownAnswersTest {

  @AfterAll
  static void say() {
    System.out.println("KnownAnswersTest: " + CheckCounts.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldReproduceEveryVectorOfEverySuiteItServes() {
    return TestedProviders.each(KnownAnswers::check);
  }
}
