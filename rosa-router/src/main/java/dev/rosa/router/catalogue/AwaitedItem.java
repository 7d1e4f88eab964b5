package dev.rosa.router.catalogue;

import dev.rosa.keys.CodeDigest;

/** Item that a parked packet waits for: a code's bundle, or its secret of one epoch. */
public sealed interface AwaitedItem {

  /** The code that is meant. */
  CodeDigest code();

  /** A bundle, loaded. */
  record Bundle(CodeDigest code) implements AwaitedItem {}

  /** The secret (Kci) of an epoch (unsigned). */
  record Secret(CodeDigest code, int epoch) implements AwaitedItem {}
}
