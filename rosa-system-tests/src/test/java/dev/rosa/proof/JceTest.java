package dev.rosa.proof;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every JCE provider against the JDK's own, used in all the ways that JCE allows. */
@Tag("jdk")
class JceTest {

  private static final int TIMES = 40;

  @AfterAll
  static void say() {
    System.out.println("JceTest: " + CheckCounts.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldAnswerAsTheJdkHoweverItIsUsed() {
    return TestedProviders.each(
        tested -> {
          assumeTrue(tested.jce().isPresent(), () -> tested.name() + " is no JCE provider");
          Rounds.run(
              "JCE with " + tested.name(),
              random -> {
                for (int i = 0; i < TIMES; i++) {
                  JceChecks.agreesWithTheJdk(tested, random);
                }
              });
        });
  }
}
