package dev.rosa.codeserver;

import org.jdbi.v3.core.Handle;

/** The one row that orders all changes: whoever changes something locks it first. */
final class CatalogueVersion {

  private CatalogueVersion() {}

  /** Keeps other changes out until this transaction ends. */
  static void lock(Handle handle) {
    handle.execute("UPDATE catalogue SET version = version");
  }

  /** Counts a change; returns its number. */
  static long next(Handle handle) {
    handle.execute("UPDATE catalogue SET version = version + 1");
    return current(handle);
  }

  static long current(Handle handle) {
    return handle.createQuery("SELECT version FROM catalogue").mapTo(Long.class).one();
  }
}
