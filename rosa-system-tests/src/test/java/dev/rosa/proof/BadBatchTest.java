package dev.rosa.proof;

import org.junit.jupiter.api.Test;

/**
 * Batches that nobody should hand to an engine, on every engine, in a JVM of its own: correct, or
 * refused with a sentence, and the JVM lives.
 */
class BadBatchTest {

  @Test
  void shouldServeOrRefuseBadBatchesAndNeverEndTheJvm() {
    System.out.println(ForkedJvm.with("bad-batches").prove("bad").requireSuccess().summary());
  }
}
