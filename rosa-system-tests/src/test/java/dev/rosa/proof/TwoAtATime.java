package dev.rosa.proof;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DynamicTest;

/** Tests that start a JVM each: two of them run while the report waits for the first. */
final class TwoAtATime implements AutoCloseable {

  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  /** A test that is under way from now on. */
  DynamicTest test(String name, Callable<Void> body) {
    Future<Void> run = pool.submit(body);
    return DynamicTest.dynamicTest(name, () -> outcome(run));
  }

  private static void outcome(Future<Void> run) throws Throwable {
    try {
      run.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
