package dev.rosa.proof;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;

/** A session of which engines see nothing but suite and key. */
record Session(Suite suite, SessionKey key) {

  static Session draw(Suite suite, RandomInput random) {
    return new Session(
        suite,
        SessionKey.of(random.bytes(suite.macKeyBytes()), random.bytes(suite.cipherKeyBytes())));
  }
}
