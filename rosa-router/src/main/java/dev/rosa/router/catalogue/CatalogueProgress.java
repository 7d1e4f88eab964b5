package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Record of the newest catalogue version that each Code Server has stated of its storage, so that a
 * router takes no older one from it. A version is not signed, so it binds no other server: a stolen
 * one could state a version that no other reaches. It counts until the domain's state that it came
 * with has ended. Owned by one thread.
 */
final class CatalogueProgress {

  /** More than a router meets, unless a Code Server makes up names; then the oldest goes. */
  private static final int MOST_STORES = 64;

  /**
   * A storage as a server names it.
   *
   * @param server its address
   * @param name drawn at random by the storage
   */
  private record Store(HostPort server, long name) {}

  /** A version, and the end of the state that it came with last, Unix milliseconds. */
  private record Stated(long version, long untilMillis) {}

  private final Map<Store, Stated> newest = new LinkedHashMap<>();

  /**
   * The newest version of this storage at this server that counts now, if that is beyond {@code
   * version}; else {@code version}, which is noted. Versions are unsigned.
   *
   * @param untilMillis end of the state that it comes with
   */
  long advance(HostPort server, long name, long version, long nowMillis, long untilMillis) {
    Store store = new Store(server, name);
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
}
