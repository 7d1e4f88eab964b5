package dev.rosa.router.pipeline;

import java.util.Collection;

/** Order in which codes are loaded. */
@FunctionalInterface
public interface LoadingOrder {

  /** Loading in the caller's thread. */
  LoadingOrder AT_ONCE = (publishers, loading) -> loading.run();

  /**
   * Runs {@code loading} some day.
   *
   * @param publishers of the code's bytes, at least one: it waits behind codes of one of them only
   */
  void execute(Collection<String> publishers, Runnable loading);
}
