package dev.rosa.proof;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads side by side while garbage is collected, in this JVM as it is. */
@Tag("jdk")
class ConcurrencyTest {

  private static final int THREADS = 6;

  @AfterAll
  static void say() {
    System.out.println("ConcurrencyTest: " + CheckCounts.line());
  }

  @Test
  void shouldComputeRightInManyThreadsWhileGarbageIsCollected() {
    Rounds.run("threads", random -> ManyThreads.check(THREADS, random));
  }
}
