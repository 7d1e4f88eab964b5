package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Book of what should be in the kernel's sets: each source and its end. One thread's. */
final class BanBook {

  /** Ends by source, by set; in milliseconds of the plane's clock. */
  private final TreeMap<BanSet, Map<Source, Long>> sets = new TreeMap<>();

  private int size;

  /** Notes a source, or its new end. */
  void put(BanSet set, Source source, long endMillis) {
    if (sets.computeIfAbsent(set, unused -> new HashMap<>()).put(source, endMillis) == null) {
      size++;
    }
  }

  /** Forgets a source. */
  void remove(BanSet set, Source source) {
    Map<Source, Long> ends = sets.get(set);
    if (ends != null && ends.remove(source) != null) {
      size--;
      if (ends.isEmpty()) {
        sets.remove(set);
      }
    }
  }

  /** Forgets those that have ended: the kernel has forgotten them itself. */
  void removeEnded(long nowMillis) {
    sets.values().removeIf(ends -> removeEnded(ends, nowMillis));
  }

  private boolean removeEnded(Map<Source, Long> ends, long nowMillis) {
    int before = ends.size();
    ends.values().removeIf(end -> end <= nowMillis);
    size -= before - ends.size();
    return ends.isEmpty();
  }

  /** True if a source is in a set. */
  boolean has(BanSet set, Source source) {
    return of(set).containsKey(source);
  }

  /** The end of a source in a set; 0 if it is not in it. */
  long end(BanSet set, Source source) {
    return of(set).getOrDefault(source, 0L);
  }

  /** The ends of a set's sources, as they are now. */
  Map<Source, Long> of(BanSet set) {
    return sets.getOrDefault(set, Map.of());
  }

  /** The sets that hold something. */
  SortedSet<BanSet> sets() {
    return new TreeSet<>(sets.keySet());
  }

  /** Some source of a set that goes on to be in it for a while; empty if there is none. */
  Optional<Source> sample(BanSet set, long untilMillis) {
    return of(set).entrySet().stream()
        .filter(entry -> entry.getValue() > untilMillis)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Sources in all sets. */
  int size() {
    return size;
  }
}
