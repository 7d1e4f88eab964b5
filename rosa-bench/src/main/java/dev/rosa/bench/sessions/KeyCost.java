package dev.rosa.bench.sessions;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.testkit.router.SyntheticDomain;
import dev.rosa.wire.active.Suite;

/**
 * Cost of a packet's key that is not cached: deriving it, preparing it for the engine, and
 * destroying it afterwards. Owned by one thread.
 */
final class KeyCost {

  private static final int KEYS = 512;

  private final SyntheticDomain domain;
  private final SuiteEngine engine;
  private final Suite suite;
  private final KeyDerivation derivation = new KeyDerivation();
  private final byte[][] contexts = new byte[KEYS][];

  KeyCost(SyntheticDomain domain, SuiteEngine engine) {
    this.domain = domain;
    this.engine = engine;
    this.suite = engine.suite();
    for (int i = 0; i < KEYS; i++) {
      contexts[i] = KdfContext.encode(domain.session(suite, i));
    }
  }

  /** Nanoseconds a key. */
  double round() {
    long began = System.nanoTime();
    for (byte[] context : contexts) {
      SessionKey key = derivation.derive(suite, context, domain.secret());
      PreparedKeys keys = engine.prepare(key);
      key.destroy();
      keys.destroy();
    }
    return (double) (System.nanoTime() - began) / KEYS;
  }
}
