package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.ban.Source.Family;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Book of the sources in the kernel's maps: when their bans end, and their prefix lengths. */
final class BanEnds {

  /** A ban's end; outdated if the book has another one. */
  private record End(Source source, long millis) {}

  /** Outdated ends that are kept without a look at their share. */
  private static final int SPARE = 1_000;

  private final Map<Source, Long> ends = new HashMap<>();
  private final PriorityQueue<End> next = new PriorityQueue<>(Comparator.comparing(End::millis));

  /** Number of sources by length, for each family; longest first. */
  private final Map<Family, Map<Integer, Integer>> lengths = new HashMap<>();

  /** Adds a source, or changes the end of its ban. */
  void put(Source source, long endMillis) {
    if (ends.put(source, endMillis) == null) {
      lengthsOf(source.family()).merge(source.prefixLength(), 1, Integer::sum);
    }
    next.add(new End(source, endMillis));
    if (next.size() > 2 * ends.size() + SPARE) {
      next.removeIf(this::isOutdated);
    }
  }

  private boolean isOutdated(End end) {
    Long current = ends.get(end.source);
    return current == null || current != end.millis;
  }

  /**
   * Removes a source.
   *
   * @return false if it is not there
   */
  boolean remove(Source source) {
    if (ends.remove(source) == null) {
      return false;
    }
    lengthsOf(source.family()).computeIfPresent(source.prefixLength(), (length, n) -> less(n));
    return true;
  }

  private static Integer less(int number) {
    return number == 1 ? null : number - 1;
  }

  private Map<Integer, Integer> lengthsOf(Family family) {
    return lengths.computeIfAbsent(family, one -> new TreeMap<>(Comparator.reverseOrder()));
  }

  /** A source whose ban has ended, the one that ended first; null: there is none. */
  Source ended(long nowMillis) {
    while (!next.isEmpty() && (next.peek().millis <= nowMillis || isOutdated(next.peek()))) {
      End end = next.poll();
      if (!isOutdated(end)) {
        return end.source;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return ends.isEmpty();
  }

  /** Lengths of the sources that are there. */
  PrefixLengths lengths() {
    return new PrefixLengths(
        List.copyOf(lengthsOf(Family.IPV4).keySet()),
        List.copyOf(lengthsOf(Family.IPV6).keySet()),
        !lengthsOf(Family.MAC).isEmpty());
  }

  void clear() {
    ends.clear();
    next.clear();
    lengths.clear();
  }
}
