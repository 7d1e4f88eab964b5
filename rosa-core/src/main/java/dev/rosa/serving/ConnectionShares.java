package dev.rosa.serving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The shares of a server's connections that its peers have. A connection is unfinished from its
 * admission until its handshake has proven an identity. Unfinished connections give way: where a
 * share is full, the oldest unfinished one is closed and the new one admitted; only finished ones
 * keep a new one out. When the unfinished ones of all sources are too many, the source that has
 * most of them loses its oldest. Thread-safe.
 *
 * @param <C> a connection; two are equal only if they are the same
 */
public final class ConnectionShares<C> {

  private final ConnectionLimits limits;
  private final PeerRefusals refusals;
  private final Consumer<C> closer;

  private final Map<C, Seat<C>> seats = new HashMap<>();
  private final Map<SourceNetwork, Integer> bySource = new HashMap<>();
  private final Map<String, Integer> byIdentity = new HashMap<>();

  private long admitted;

  /** The oldest first. */
  private final Set<Seat<C>> unfinished = new LinkedHashSet<>();

  /** An admitted connection. */
  private static final class Seat<C> {
    private final C connection;
    private final SourceNetwork source;

    /** Null until the handshake has finished. */
    private String identity;

    Seat(C connection, SourceNetwork source) {
      this.connection = connection;
      this.source = source;
    }
  }

  /**
   * Nothing is taken yet.
   *
   * @param closer closes a connection that gives way; called without any lock held
   */
  public ConnectionShares(ConnectionLimits limits, PeerRefusals refusals, Consumer<C> closer) {
    this.limits = limits;
    this.refusals = refusals;
    this.closer = closer;
  }

  /** Admits a new connection; false: its caller closes it, and says no more of it. */
  public boolean admit(C connection, SourceNetwork source) {
    List<C> gone = new ArrayList<>();
    boolean admitted = admit(connection, source, gone);
    gone.forEach(closer);
    return admitted;
  }

  private synchronized boolean admit(C connection, SourceNetwork source, List<C> gone) {
    if (bySource.getOrDefault(source, 0) >= limits.perSource() && !evictOldestOf(source, gone)) {
      refusals.count(PeerRefusal.SOURCE_SHARE, source);
      return false;
    }
    boolean full = seats.size() >= limits.max() || unfinished.size() >= limits.unfinished();
    if (full && !unfinished.isEmpty()) {
      evictOldestOf(heaviest(), gone);
    }
    if (seats.size() >= limits.max()) {
      refusals.count(PeerRefusal.ALL_TAKEN, source);
      return false;
    }
    Seat<C> seat = new Seat<>(connection, source);
    seats.put(connection, seat);
    unfinished.add(seat);
    bySource.merge(source, 1, Integer::sum);
    admitted++;
    return true;
  }

  /** The source with most unfinished connections; among equals that of the oldest connection. */
  private SourceNetwork heaviest() {
    Map<SourceNetwork, Integer> counts = new LinkedHashMap<>();
    unfinished.forEach(seat -> counts.merge(seat.source, 1, Integer::sum));
    SourceNetwork heaviest = null;
    for (Map.Entry<SourceNetwork, Integer> count : counts.entrySet()) {
      if (heaviest == null || count.getValue() > counts.get(heaviest)) {
        heaviest = count.getKey();
      }
    }
    return heaviest;
  }

  private boolean evictOldestOf(SourceNetwork source, List<C> gone) {
    for (Seat<C> seat : unfinished) {
      if (seat.source.equals(source)) {
        refusals.count(PeerRefusal.UNFINISHED_SHARE, source);
        leave(seat);
        gone.add(seat.connection);
        return true;
      }
    }
    return false;
  }

  /**
   * Counts an admitted connection for the identity that its handshake has proven; false: its caller
   * closes it.
   */
  public synchronized boolean finish(C connection, String identity) {
    Seat<C> seat = seats.get(connection);
    if (seat == null) {
      return false;
    }
    if (byIdentity.getOrDefault(identity, 0) >= limits.perIdentity()) {
      leave(seat);
      refusals.count(PeerRefusal.IDENTITY_SHARE, identity);
      return false;
    }
    unfinished.remove(seat);
    seat.identity = identity;
    byIdentity.merge(identity, 1, Integer::sum);
    return true;
  }

  /** Frees what a connection had, and counts it if its handshake has never finished. */
  public synchronized void closed(C connection) {
    Seat<C> seat = seats.get(connection);
    if (seat != null && seat.identity == null) {
      refusals.count(PeerRefusal.HANDSHAKE_UNFINISHED, seat.source);
    }
    ended(connection);
  }

  /** Frees what a connection had, for a server whose connections have no handshake. */
  public synchronized void ended(C connection) {
    Seat<C> seat = seats.get(connection);
    if (seat != null) {
      leave(seat);
    }
  }

  private void leave(Seat<C> seat) {
    seats.remove(seat.connection);
    unfinished.remove(seat);
    decrement(bySource, seat.source);
    if (seat.identity != null) {
      decrement(byIdentity, seat.identity);
    }
  }

  private static <K> void decrement(Map<K, Integer> counts, K key) {
    counts.computeIfPresent(key, (unused, count) -> count == 1 ? null : count - 1);
  }

  /** Connections admitted so far. */
  public synchronized long admitted() {
    return admitted;
  }

  /** Admitted connections that have not ended. */
  public synchronized int open() {
    return seats.size();
  }

  /** Those of them whose handshake has not finished. */
  public synchronized int unfinished() {
    return unfinished.size();
  }
}
