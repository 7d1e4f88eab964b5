package dev.rosa.router.catalogue;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Record of the newest catalogue version of each Code Server storage, so that a router takes no
 * older one. A version is not signed. It counts until the domain's state that it came with has
 * ended, or a server was left for misconduct: so a stolen Code Server that states a high one cannot
 * keep routers from the others for longer. Numbers of different storages have nothing to do with
 * each other, so that a second Code Server, or one that begins anew, serves. Owned by one thread.
 */
final class CatalogueProgress {

  /** More than a router meets, unless a Code Server makes up names; then the oldest goes. */
  private static final int MOST_STORES = 64;

  /** A version, and the end of the state that it came with last, Unix milliseconds. */
  private record Stated(long version, long untilMillis) {}

  private final Map<Long, Stated> newest = new LinkedHashMap<>();

  /**
   * The newest version of this storage that counts now, if that is beyond {@code version}; else
   * {@code version}, which is noted. Versions are unsigned.
   *
   * @param untilMillis end of the state that it comes with
   */
  long advance(long store, long version, long nowMillis, long untilMillis) {
    Stated before = newest.get(store);
    boolean counts = before != null && nowMillis <= before.untilMillis();
    if (counts && Long.compareUnsigned(version, before.version()) < 0) {
      return before.version();
    }
    newest.remove(store);
    newest.put(store, new Stated(version, untilMillis));
    if (newest.size() > MOST_STORES) {
      newest.remove(newest.keySet().iterator().next());
    }
    return version;
  }

  /** Lets no version count that was stated so far. */
  void forget() {
    newest.clear();
  }
}
