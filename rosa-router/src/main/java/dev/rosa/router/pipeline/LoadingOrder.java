package dev.rosa.router.pipeline;

import java.util.Collection;

/** Seam that decides when and on which thread a fetched code is loaded. */
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
