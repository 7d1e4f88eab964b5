package dev.rosa.proof;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.Suite;

/** A session of which engines see nothing but suite and key. */
record Session(Suite suite, SessionKey key) {

  static Session draw(Suite suite, Draw draw) {
    return new Session(
        suite, SessionKey.of(draw.bytes(suite.macKeyBytes()), draw.bytes(suite.cipherKeyBytes())));
  }
}
