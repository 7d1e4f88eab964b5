package dev.rosa.network;

import dev.rosa.kernel.link.LinkTable;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The interfaces whose changes concern a plan. Immutable.
 *
 * @param names which they have, or are to have
 * @param indices of those that may have another name now
 * @param macs of those that may have gone, and come back with another name and index
 */
public record WatchedLinks(Set<String> names, Set<Integer> indices, Set<String> macs) {

  /** Copies. */
  public WatchedLinks {
    names = Set.copyOf(names);
    indices = Set.copyOf(indices);
    macs = Set.copyOf(macs);
  }

  /** The states of those that are meant, and of the masters above them, by index. */
  public List<LinkTable.State> among(Collection<LinkTable.State> all) {
    Map<Integer, LinkTable.State> byIndex =
        all.stream()
            .collect(Collectors.toMap(LinkTable.State::index, Function.identity(), (a, b) -> b));
    Deque<LinkTable.State> open = new ArrayDeque<>();
    all.stream().filter(this::isMeant).forEach(open::add);
    Map<Integer, LinkTable.State> meant = new TreeMap<>();
    while (!open.isEmpty()) {
      LinkTable.State link = open.remove();
      LinkTable.State master = byIndex.get(link.master());
      if (meant.put(link.index(), link) == null && master != null) {
        open.add(master);
      }
    }
    return List.copyOf(meant.values());
  }

  private boolean isMeant(LinkTable.State link) {
    return names.contains(link.name())
        || indices.contains(link.index())
        || macs.contains(link.mac());
  }

  /** These and more names. */
  public WatchedLinks and(Collection<String> more) {
    Set<String> all = new TreeSet<>(names);
    all.addAll(more);
    return new WatchedLinks(all, indices, macs);
  }
}
