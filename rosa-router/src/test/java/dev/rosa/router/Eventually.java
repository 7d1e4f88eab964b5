package dev.rosa.router;

import java.util.function.BooleanSupplier;
import org.opentest4j.AssertionFailedError;

/** Wait for an event that other threads bring about. */
public final class Eventually {

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private Eventually() {}

  public static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - began > PATIENCE_NANOS) {
        throw new AssertionFailedError("did not happen: " + what);
      }
      Thread.sleep(5);
    }
  }
}
