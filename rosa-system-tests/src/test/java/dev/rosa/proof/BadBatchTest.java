package dev.rosa.proof;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Invalid batches on every engine, in a JVM of its own: the result is correct or a refusal with a
 * sentence, and the JVM lives.
 */
@Tag("jdk")
class BadBatchTest {

  @Test
  void shouldServeOrRefuseBadBatchesAndNeverEndTheJvm() {
    System.out.println(ForkedJvm.with("bad-batches").prove("bad").requireSuccess().summary());
  }
}
