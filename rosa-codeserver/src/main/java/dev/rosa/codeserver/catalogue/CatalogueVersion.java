package dev.rosa.codeserver.catalogue;

import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;

/**
 * Version number of the catalogue, in one row that every change locks first, so that changes have
 * an order.
 */
public final class CatalogueVersion {

  private CatalogueVersion() {}

  /** Keeps other changes out until this transaction ends. */
  public static void lock(Handle handle) {
    handle.execute("UPDATE catalogue SET version = version");
  }

  /** Counts a change; returns its number. */
  public static long next(Handle handle) {
    handle.execute("UPDATE catalogue SET version = version + 1");
    return current(handle);
  }

  /** Names the storage, if it has no name yet. */
  public static void nameStore(Handle handle, RandomGenerator random) {
    handle.execute("UPDATE catalogue SET store = ? WHERE store = 0", random.nextLong());
  }

  /** The name of the storage whose changes are counted. */
  public static long store(Handle handle) {
    return handle.createQuery("SELECT store FROM catalogue").mapTo(Long.class).one();
  }

  /** The number of the last change. */
  public static long current(Handle handle) {
    return handle.createQuery("SELECT version FROM catalogue").mapTo(Long.class).one();
  }
}
