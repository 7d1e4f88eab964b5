package dev.rosa.router.catalogue;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Record of the newest catalogue version of each Code Server storage, so that a router takes no
 * older one. Within a router's life no catalogue of a storage is followed by an older one, from any
 * Code Server. Numbers of different storages have nothing to do with each other, so that a second
 * Code Server, or one that begins anew, serves. Owned by one thread.
 */
final class CatalogueProgress {

  /** More than a router meets, unless a Code Server makes up names; then the oldest goes. */
  private static final int MOST_STORES = 64;

  private final Map<Long, Long> newest = new LinkedHashMap<>();

  /**
   * The newest version of this storage so far, if that is beyond {@code version}; else {@code
   * version}, which is noted. Versions are unsigned.
   */
  long advance(long store, long version) {
    long before = newest.getOrDefault(store, version);
    if (Long.compareUnsigned(version, before) < 0) {
      return before;
    }
    newest.remove(store);
    newest.put(store, version);
    if (newest.size() > MOST_STORES) {
      newest.remove(newest.keySet().iterator().next());
    }
    return version;
  }
}
