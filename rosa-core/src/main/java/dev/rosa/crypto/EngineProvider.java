package dev.rosa.crypto;

import dev.rosa.wire.active.Suite;
import java.util.Optional;
import java.util.Set;

/**
 * Provider of crypto engines that do not come from JCE, such as one that works on many packets at
 * once. Implementations are found by {@link java.util.ServiceLoader}, constructed without side
 * effects, thread-safe, and named in {@code providers.xml} like a JCE provider.
 */
public interface EngineProvider {

  /** Its name in {@code providers.xml}, e.g. {@code multi-buffer}. */
  String name();

  /**
   * Reason why it cannot be used on this machine, in a sentence without a full stop; empty if it
   * can. The first call does what has to be loaded and tried.
   *
   * @throws IllegalStateException if it is there and computes wrongly: that is no absence
   */
  Optional<String> unavailabilityCause();

  /** Description for reports: library and version, instruction set; empty if unavailable. */
  String description();

  /** The suites it can serve if it is available. */
  Set<Suite> suites();

  /**
   * A new engine, to be owned by one thread.
   *
   * @throws IllegalStateException if it is unavailable or does not serve the suite
   */
  SuiteEngine engineFor(Suite suite);
}
