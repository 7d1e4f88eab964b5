package dev.rosa.router.pipeline;

/** Order in which codes are loaded. */
@FunctionalInterface
public interface LoadingOrder {

  /** Loading in the caller's thread. */
  LoadingOrder AT_ONCE = (publisher, loading) -> loading.run();

  /** Runs {@code loading} some day, before what the same publisher's code asks for later. */
  void execute(String publisher, Runnable loading);
}
