package dev.rosa.proof;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Wycheproof, RFC 2202 and RFC 4231, valid and invalid, on every JCE provider there is. */
@Tag("jdk")
class PublishedAnswersTest {

  @AfterAll
  static void say() {
    System.out.println("PublishedAnswersTest: " + CheckCounts.line());
  }

  @TestFactory
  Stream<DynamicTest> shouldAnswerAsPublishedButForWhatIsKnown() {
    return TestedProviders.each(
        tested -> {
          Assumptions.assumeTrue(
              tested.jce().isPresent(), () -> tested.name() + " is no JCE provider");
          PublishedAnswers.check(tested);
        });
  }
}
