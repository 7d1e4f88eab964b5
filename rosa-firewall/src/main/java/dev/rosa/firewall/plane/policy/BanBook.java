package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Bans in force of one action, bounded. A later ban never shortens an earlier one. If there is no
 * room, the ban that ends first makes way; one by the operator never does. One thread's.
 */
final class BanBook {

  private static final Comparator<HeldBan> BY_END =
      Comparator.<HeldBan>comparingLong(held -> held.ban().endMillis())
          .thenComparing(held -> held.ban().source());

  private final int most;
  private final Map<Source, HeldBan> bans = new HashMap<>();

  private final TreeSet<HeldBan> operatorsByEnd = new TreeSet<>(BY_END);
  private final TreeSet<HeldBan> othersByEnd = new TreeSet<>(BY_END);

  /** Number of bans by family and length of prefix: a look-up for each length in use. */
  private final Map<Source.Family, TreeMap<Integer, Integer>> lengths = new HashMap<>();

  BanBook(int most) {
    this.most = most;
  }

  /** The ban of this very source. */
  Optional<HeldBan> find(Source source) {
    return Optional.ofNullable(bans.get(source));
  }

  /** A ban that a source is in. */
  Optional<HeldBan> covering(Source source) {
    for (int length : lengths.getOrDefault(source.family(), new TreeMap<>()).keySet()) {
      if (length > source.prefixLength()) {
        break;
      }
      HeldBan held = bans.get(source.prefix(length));
      if (held != null) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  /** Bans by the operator that have room, as others make way. */
  int room() {
    return most - operatorsByEnd.size();
  }

  /**
   * Adds a ban, or lengthens the one that is there.
   *
   * @param evicted gets the ban that made way
   * @return the ban that is in force now; empty if there is no room
   */
  Optional<HeldBan> put(Ban ban, boolean byOperator, List<Ban> evicted) {
    HeldBan known = bans.get(ban.source());
    if (known == null && bans.size() >= most) {
      if (othersByEnd.isEmpty()) {
        return Optional.empty();
      }
      Ban first = othersByEnd.first().ban();
      remove(first.source());
      evicted.add(first);
    }
    HeldBan next = known == null ? new HeldBan(ban, byOperator) : longer(known, ban, byOperator);
    remove(ban.source());
    add(next);
    return Optional.of(next);
  }

  private static HeldBan longer(HeldBan known, Ban ban, boolean byOperator) {
    boolean operators = byOperator || known.byOperator();
    return known.ban().endMillis() >= ban.endMillis()
        ? new HeldBan(known.ban(), operators)
        : new HeldBan(ban, operators);
  }

  private void add(HeldBan held) {
    Source source = held.ban().source();
    bans.put(source, held);
    ordered(held).add(held);
    lengths
        .computeIfAbsent(source.family(), unused -> new TreeMap<>())
        .merge(source.prefixLength(), 1, Integer::sum);
  }

  /** Ends a ban. */
  Optional<HeldBan> remove(Source source) {
    HeldBan held = bans.remove(source);
    if (held == null) {
      return Optional.empty();
    }
    ordered(held).remove(held);
    lengths
        .get(source.family())
        .computeIfPresent(source.prefixLength(), (unused, count) -> count == 1 ? null : count - 1);
    return Optional.of(held);
  }

  private NavigableSet<HeldBan> ordered(HeldBan held) {
    return held.byOperator() ? operatorsByEnd : othersByEnd;
  }

  /** Removes the bans that have ended, and returns them. */
  List<Ban> removeEnded(long nowMillis) {
    List<Ban> ended = new ArrayList<>();
    for (NavigableSet<HeldBan> ordered : List.of(operatorsByEnd, othersByEnd)) {
      while (!ordered.isEmpty() && ordered.first().ban().endMillis() <= nowMillis) {
        Ban first = ordered.first().ban();
        remove(first.source());
        ended.add(first);
      }
    }
    return ended;
  }

  /** A snapshot. */
  Collection<HeldBan> all() {
    return new ArrayList<>(bans.values());
  }

  int size() {
    return bans.size();
  }
}
