package dev.rosa.proof;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.Candidate;
import dev.rosa.wire.active.Suite;
import java.security.Provider;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A provider or engine under test.
 *
 * @param suites those that it has to serve without a fault
 * @param engines makes an engine for one of them, to be owned by one thread
 * @param jce its JCE provider, if it is one
 */
record TestedProvider(
    String name, Set<Suite> suites, Function<Suite, SuiteEngine> engines, Optional<Provider> jce) {

  static TestedProvider of(Candidate candidate) {
    return new TestedProvider(
        candidate.name(), KnownDeviations.suites(candidate), candidate::engineFor, candidate.jce());
  }

  SuiteEngine engineFor(Suite suite) {
    return engines.apply(suite);
  }
}
