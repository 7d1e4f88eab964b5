package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Test of addresses for being in one of many prefixes. Immutable. */
final class Peers implements Predicate<InetAddress> {

  /** The lengths of prefixes that there are, by family. */
  private final Map<Source.Family, Set<Integer>> lengths = new HashMap<>();

  private final Set<Source> sources;

  Peers(Collection<Source> sources) {
    this.sources = Set.copyOf(sources);
    for (Source source : sources) {
      lengths
          .computeIfAbsent(source.family(), unused -> new HashSet<>())
          .add(source.prefixLength());
    }
  }

  @Override
  public boolean test(InetAddress address) {
    Source source = Source.of(address);
    return lengths.getOrDefault(source.family(), Set.of()).stream()
        .anyMatch(length -> sources.contains(source.prefix(length)));
  }
}
