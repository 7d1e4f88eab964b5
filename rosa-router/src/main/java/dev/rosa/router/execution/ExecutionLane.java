package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;

/**
 * Way to run active code, for example as bytecode of this JVM: it checks a bundle and makes
 * instances of its code. The packet path knows only {@link LoadedCode}, so another lane needs no
 * change there. Thread-safe.
 */
@FunctionalInterface
public interface ExecutionLane {

  /**
   * Checks a bundle and makes its code ready to start.
   *
   * @throws BundleException if the bundle is harmful, or the lane cannot run it
   */
  StartableCode prepare(CodeBundle bundle) throws BundleException;
}
