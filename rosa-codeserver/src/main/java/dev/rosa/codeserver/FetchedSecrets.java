package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Record of the newest epoch of each code's secret that a router has fetched since this start. It
 * tells which routers lack a coming secret of a code that they use. Bounded; the router that
 * fetched longest ago is forgotten. Thread-safe.
 */
final class FetchedSecrets {

  private static final Comparator<RosaId> BY_NAME = Comparator.comparing(RosaId::name);
  private static final int MOST_ROUTERS = 1_024;
  private static final float LOAD = 0.75f;

  /** A secret, and connected routers that use its code and have not fetched it. */
  record Awaited(CodeDigest code, int epoch, List<RosaId> routers) {}

  private final Map<RosaId, Map<CodeDigest, Integer>> newest =
      new LinkedHashMap<>(16, LOAD, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RosaId, Map<CodeDigest, Integer>> eldest) {
          return size() > MOST_ROUTERS;
        }
      };

  synchronized void note(RosaId router, CodeDigest code, int epoch) {
    newest
        .computeIfAbsent(router, unknown -> new HashMap<>())
        .merge(code, epoch, (one, other) -> Integer.compareUnsigned(one, other) > 0 ? one : other);
  }

  /**
   * The newest secrets that are awaited.
   *
   * @param held epochs by code, ascending
   * @param connected routers that watch the catalogue
   */
  synchronized List<Awaited> awaited(
      Map<CodeDigest, List<Integer>> held, Collection<RosaId> connected) {
    List<Awaited> awaited = new ArrayList<>();
    held.forEach(
        (code, epochs) -> {
          int epoch = epochs.get(epochs.size() - 1);
          List<RosaId> lacking =
              connected.stream()
                  .filter(router -> lacks(router, code, epoch))
                  .sorted(BY_NAME)
                  .toList();
          if (!lacking.isEmpty()) {
            awaited.add(new Awaited(code, epoch, lacking));
          }
        });
    return awaited;
  }

  /** The codes of which a router has fetched a secret. */
  synchronized Set<CodeDigest> codesOf(RosaId router) {
    return Set.copyOf(newest.getOrDefault(router, Map.of()).keySet());
  }

  private boolean lacks(RosaId router, CodeDigest code, int epoch) {
    Map<CodeDigest, Integer> fetched = newest.get(router);
    Integer newestFetched = fetched == null ? null : fetched.get(code);
    return newestFetched != null && Integer.compareUnsigned(newestFetched, epoch) < 0;
  }
}
