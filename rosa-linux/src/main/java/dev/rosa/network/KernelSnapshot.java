package dev.rosa.network;

import dev.rosa.kernel.link.LinkTable;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Cheap snapshot of the nft tables and links that a keeper watches: two that differ mean a change.
 * If two are equal, these nft tables and links are the same; it does not show the links' marks.
 * Immutable.
 *
 * @param tables the state of nft tables; changes of other tables leave it as it is
 * @param links the watched ones and their masters, by index
 * @param present indices of all links: one that comes may be stacked on a watched one, or the end
 *     of a pair
 */
public record KernelSnapshot(ByteBuffer tables, List<LinkTable.State> links, Set<Integer> present) {

  /** Of some of all links. */
  static KernelSnapshot of(
      ByteBuffer tables, WatchedLinks watched, Collection<LinkTable.State> all) {
    return new KernelSnapshot(
        tables,
        watched.among(all),
        all.stream().map(LinkTable.State::index).collect(Collectors.toSet()));
  }
}
