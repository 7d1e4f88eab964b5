package dev.rosa.router.execution;

import dev.rosa.api.RouterContext;
import dev.rosa.bundle.BundleException;

/** Starter of checked code: it makes and starts one instance for each worker. Thread-safe. */
@FunctionalInterface
public interface StartableCode {

  /**
   * Makes an instance for one worker and starts it.
   *
   * @param context the router as the instance sees it
   * @throws BundleException if it does not start
   */
  CodeInstance start(RouterContext context) throws BundleException;
}
