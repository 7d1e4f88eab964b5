package dev.rosa.serving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Group of a server's connections without a finished handshake: those that are silent, or those
 * that have sent bytes. A connection weighs as much as its source has connections here, or a
 * quarter of what its source's site has if that is more. Guarded by the lock of its {@link
 * ConnectionShares}.
 *
 * @param <C> a connection
 */
final class UnfinishedGroup<C> {

  /** Connections of one site that weigh as much as one of a source. */
  private static final int SITE_PER_SOURCE = 4;

  private final List<AdmittedConnection<C>> entries = new ArrayList<>();
  private final Map<SourceNetwork, Load> bySource = new HashMap<>();
  private final Map<SourceNetwork, Load> bySite = new HashMap<>();
  private final RandomGenerator random;

  /** Number of connections. */
  static final class Load {
    private int connections;
  }

  UnfinishedGroup(RandomGenerator random) {
    this.random = random;
  }

  int size() {
    return entries.size();
  }

  int sizeOf(SourceNetwork source) {
    Load load = bySource.get(source);
    return load == null ? 0 : load.connections;
  }

  void add(AdmittedConnection<C> entry) {
    entry.group = this;
    entry.index = entries.size();
    entries.add(entry);
    entry.ofSource = bySource.computeIfAbsent(entry.source, unused -> new Load());
    entry.ofSource.connections++;
    entry.ofSite = bySite.computeIfAbsent(entry.source.site(), unused -> new Load());
    entry.ofSite.connections++;
  }

  void remove(AdmittedConnection<C> entry) {
    AdmittedConnection<C> last = entries.remove(entries.size() - 1);
    if (last != entry) {
      entries.set(entry.index, last);
      last.index = entry.index;
    }
    entry.group = null;
    if (--entry.ofSource.connections == 0) {
      bySource.remove(entry.source);
    }
    if (--entry.ofSite.connections == 0) {
      bySite.remove(entry.source.site());
    }
  }

  /** A random one of the connections that weigh most; the group has one. */
  AdmittedConnection<C> heaviest() {
    int most = 0;
    int sharing = 0;
    for (AdmittedConnection<C> entry : entries) {
      int weight = weight(entry);
      sharing = weight > most ? 0 : sharing;
      most = Math.max(most, weight);
      sharing += weight == most ? 1 : 0;
    }
    return heaviest(most, random.nextInt(sharing));
  }

  private AdmittedConnection<C> heaviest(int weight, int before) {
    int left = before;
    for (AdmittedConnection<C> entry : entries) {
      if (weight(entry) == weight && left-- == 0) {
        return entry;
      }
    }
    throw new IllegalStateException("fewer connections weigh " + weight + " than were counted");
  }

  /** Quarters, of the source's connections or of the site's. */
  private static int weight(AdmittedConnection<?> entry) {
    return Math.max(SITE_PER_SOURCE * entry.ofSource.connections, entry.ofSite.connections);
  }

  /** A random connection of a source; the group has one. */
  AdmittedConnection<C> anyOf(SourceNetwork source) {
    List<AdmittedConnection<C>> candidates =
        entries.stream().filter(entry -> entry.source.equals(source)).toList();
    return candidates.get(random.nextInt(candidates.size()));
  }
}
