package dev.rosa.provider;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.check.KnownAnswer;
import dev.rosa.wire.active.Suite;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Candidate that can serve a suite: one crypto provider, or one for the MAC and one for the cipher.
 * Immutable and thread-safe.
 *
 * @param label name for an operator, e.g. {@code ACCP+SunJCE}
 * @param description names and versions
 * @param source makes its engines
 */
record Server(Suite suite, String label, String description, EngineSource source) {

  /** Makes engines, each to be owned by one thread. */
  interface EngineSource {

    /**
     * A new engine.
     *
     * @throws GeneralSecurityException if the provider lacks an algorithm
     */
    SuiteEngine newEngine() throws GeneralSecurityException;
  }

  /** A new engine of a server that was tried. */
  SuiteEngine newEngine() {
    try {
      return source.newEngine();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(label + " served " + suite + " once and does no longer", e);
    }
  }

  /**
   * Checks the known answer.
   *
   * @return its errors, one phrase each, exceptions included
   */
  List<String> errors() {
    try {
      return KnownAnswer.errors(newEngine());
    } catch (RuntimeException | LinkageError e) {
      return List.of(reason(e));
    }
  }

  private static String reason(Throwable e) {
    String outer = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    Throwable cause = e.getCause();
    return cause == null ? outer : outer + ": " + LoadingError.words(cause);
  }
}
