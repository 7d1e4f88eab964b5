package dev.rosa.storage;

import org.jdbi.v3.core.Handle;

/** Transaction that a thread has open, which its other uses of the storage join. For one thread. */
final class OneTransaction {
  private final Storage storage;
  private Handle handle;
  private boolean erasureDue;

  OneTransaction(Storage storage) {
    this.storage = storage;
  }

  boolean isOf(Storage other) {
    return storage == other;
  }

  void begin(Handle opened) {
    handle = opened;
  }

  Handle handle() {
    return handle;
  }

  /** Notes that deleted secrets are to be erased when it is durable. */
  void eraseAtEnd() {
    erasureDue = true;
  }

  boolean isErasureDue() {
    return erasureDue;
  }
}
