package dev.rosa.serving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Unfinished connections in one state, silent or heard. A connection weighs as much as its source
 * has connections here, or a quarter of what its source's site has if that is more. Guarded by the
 * lock of its {@link ConnectionShares}.
 *
 * @param <C> a connection
 */
final class UnfinishedGroup<C> {

  /** Connections of one site that weigh as much as one of a source. */
  private static final int SITE_PER_SOURCE = 4;

  private final List<Seat<C>> seats = new ArrayList<>();
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
    return seats.size();
  }

  int sizeOf(SourceNetwork source) {
    Load load = bySource.get(source);
    return load == null ? 0 : load.connections;
  }

  void add(Seat<C> seat) {
    seat.group = this;
    seat.index = seats.size();
    seats.add(seat);
    seat.ofSource = bySource.computeIfAbsent(seat.source, unused -> new Load());
    seat.ofSource.connections++;
    seat.ofSite = bySite.computeIfAbsent(seat.source.site(), unused -> new Load());
    seat.ofSite.connections++;
  }

  void remove(Seat<C> seat) {
    Seat<C> last = seats.remove(seats.size() - 1);
    if (last != seat) {
      seats.set(seat.index, last);
      last.index = seat.index;
    }
    seat.group = null;
    if (--seat.ofSource.connections == 0) {
      bySource.remove(seat.source);
    }
    if (--seat.ofSite.connections == 0) {
      bySite.remove(seat.source.site());
    }
  }

  /** A random one of the connections that weigh most; the group has one. */
  Seat<C> heaviest() {
    int most = 0;
    int sharing = 0;
    for (Seat<C> seat : seats) {
      int weight = weight(seat);
      sharing = weight > most ? 0 : sharing;
      most = Math.max(most, weight);
      sharing += weight == most ? 1 : 0;
    }
    return heaviest(most, random.nextInt(sharing));
  }

  private Seat<C> heaviest(int weight, int before) {
    int left = before;
    for (Seat<C> seat : seats) {
      if (weight(seat) == weight && left-- == 0) {
        return seat;
      }
    }
    throw new IllegalStateException("fewer connections weigh " + weight + " than were counted");
  }

  /** Quarters, of the source's connections or of the site's. */
  private static int weight(Seat<?> seat) {
    return Math.max(SITE_PER_SOURCE * seat.ofSource.connections, seat.ofSite.connections);
  }

  /** A random connection of a source; the group has one. */
  Seat<C> anyOf(SourceNetwork source) {
    List<Seat<C>> candidates = seats.stream().filter(seat -> seat.source.equals(source)).toList();
    return candidates.get(random.nextInt(candidates.size()));
  }
}
