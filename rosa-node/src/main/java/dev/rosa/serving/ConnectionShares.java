package dev.rosa.serving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Limiter of a server's connections, which counts them by peer and chooses the one that gives way
 * when a share is full. A connection is unfinished from its admission until its handshake has
 * proven an identity. Unfinished connections give way: where a share is full, one of them is closed
 * and the new one admitted; only finished ones keep a new one out. The silent ones, from which
 * nothing has come, and those that were heard are two groups. The larger group gives way, in it the
 * source that has most connections, and of these a random one. Thread-safe.
 *
 * @param <C> a connection; two are equal only if they are the same
 */
public final class ConnectionShares<C> {

  private static final long EXPELLED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ConnectionLimits limits;
  private final PeerRefusals refusals;
  private final Consumer<C> closer;
  private final LongSupplier nanoTime;

  private final Map<C, AdmittedConnection<C>> entries = new HashMap<>();
  private final Map<SourceNetwork, Integer> bySource = new HashMap<>();
  private final Map<String, Integer> byIdentity = new HashMap<>();
  private final Map<String, Long> expelledUntilNanos = new HashMap<>();
  private final UnfinishedGroup<C> silent;
  private final UnfinishedGroup<C> heard;

  private long admitted;

  /**
   * Nothing is taken yet.
   *
   * @param random chooses among connections of equal weight
   * @param closer closes a connection that gives way; called without any lock held
   */
  public ConnectionShares(
      ConnectionLimits limits, PeerRefusals refusals, RandomGenerator random, Consumer<C> closer) {
    this(limits, refusals, random, closer, System::nanoTime);
  }

  ConnectionShares(
      ConnectionLimits limits,
      PeerRefusals refusals,
      RandomGenerator random,
      Consumer<C> closer,
      LongSupplier nanoTime) {
    this.limits = limits;
    this.refusals = refusals;
    this.closer = closer;
    this.nanoTime = nanoTime;
    this.silent = new UnfinishedGroup<>(random);
    this.heard = new UnfinishedGroup<>(random);
  }

  /** Admits a new connection; false: its caller closes it, and says no more of it. */
  public boolean admit(C connection, SourceNetwork source) {
    List<C> gone = new ArrayList<>();
    boolean admitted = admit(connection, source, gone);
    gone.forEach(closer);
    return admitted;
  }

  private synchronized boolean admit(C connection, SourceNetwork source, List<C> gone) {
    boolean sourceFull = bySource.getOrDefault(source, 0) >= limits.perSource();
    if (sourceFull && !evict(victimOf(source), gone)) {
      refusals.count(PeerRefusal.SOURCE_SHARE, source);
      return false;
    }
    boolean full = entries.size() >= limits.max() || unfinished() >= limits.unfinished();
    if (full && !evict(victim(), gone) && entries.size() >= limits.max()) {
      refusals.count(PeerRefusal.ALL_TAKEN, source);
      return false;
    }
    AdmittedConnection<C> entry = new AdmittedConnection<>(connection, source);
    entries.put(connection, entry);
    silent.add(entry);
    bySource.merge(source, 1, Integer::sum);
    admitted++;
    return true;
  }

  /** Counts a connection that its server refuses for another reason than shares. */
  public void refuse(PeerRefusal reason, SourceNetwork source) {
    refusals.count(reason, source);
  }

  /** Closes a connection whose peer has proven nothing yet, for what it did. */
  public void expel(PeerRefusal reason, C connection) {
    if (leaveFor(reason, connection)) {
      closer.accept(connection);
    }
  }

  private synchronized boolean leaveFor(PeerRefusal reason, C connection) {
    AdmittedConnection<C> entry = entries.get(connection);
    if (entry == null) {
      return false;
    }
    refusals.count(reason, entry.source);
    leave(entry);
    return true;
  }

  /** Closes all connections of an identity for what it did, and refuses new ones for a minute. */
  public void expelIdentity(PeerRefusal reason, String identity) {
    leaveAllOf(reason, identity).forEach(closer);
  }

  private synchronized List<C> leaveAllOf(PeerRefusal reason, String identity) {
    refusals.count(reason, identity);
    expelledUntilNanos.put(identity, nanoTime.getAsLong() + EXPELLED_NANOS);
    List<AdmittedConnection<C>> gone =
        entries.values().stream().filter(entry -> identity.equals(entry.identity)).toList();
    gone.forEach(this::leave);
    return gone.stream().map(entry -> entry.connection).toList();
  }

  private boolean isExpelled(String identity) {
    long now = nanoTime.getAsLong();
    expelledUntilNanos.values().removeIf(until -> now - until >= 0);
    return expelledUntilNanos.containsKey(identity);
  }

  /** The limits of these shares. */
  public ConnectionLimits limits() {
    return limits;
  }

  private Optional<AdmittedConnection<C>> victim() {
    UnfinishedGroup<C> larger = silent.size() >= heard.size() ? silent : heard;
    return larger.size() == 0 ? Optional.empty() : Optional.of(larger.heaviest());
  }

  private Optional<AdmittedConnection<C>> victimOf(SourceNetwork source) {
    UnfinishedGroup<C> larger = silent.sizeOf(source) >= heard.sizeOf(source) ? silent : heard;
    return larger.sizeOf(source) == 0 ? Optional.empty() : Optional.of(larger.anyOf(source));
  }

  private boolean evict(Optional<AdmittedConnection<C>> victim, List<C> gone) {
    victim.ifPresent(
        entry -> {
          refusals.count(PeerRefusal.UNFINISHED_SHARE, entry.source);
          leave(entry);
          gone.add(entry.connection);
        });
    return victim.isPresent();
  }

  /** Notes that the first bytes of a connection have come. */
  public synchronized void heard(C connection) {
    AdmittedConnection<C> entry = entries.get(connection);
    if (entry != null && entry.group == silent) {
      silent.remove(entry);
      heard.add(entry);
    }
  }

  /**
   * Counts an admitted connection for the identity that its handshake has proven; false: its caller
   * closes it.
   */
  public synchronized boolean finish(C connection, String identity) {
    AdmittedConnection<C> entry = entries.get(connection);
    if (entry == null) {
      return false;
    }
    boolean isExpelled = isExpelled(identity);
    if (isExpelled || byIdentity.getOrDefault(identity, 0) >= limits.perIdentity()) {
      leave(entry);
      refusals.count(isExpelled ? PeerRefusal.EXPELLED : PeerRefusal.IDENTITY_SHARE, identity);
      return false;
    }
    entry.group.remove(entry);
    entry.identity = identity;
    byIdentity.merge(identity, 1, Integer::sum);
    return true;
  }

  /** Frees what a connection had, and counts it if its handshake has never finished. */
  public synchronized void closed(C connection) {
    AdmittedConnection<C> entry = entries.get(connection);
    if (entry != null && entry.identity == null) {
      refusals.count(PeerRefusal.HANDSHAKE_UNFINISHED, entry.source);
    }
    ended(connection);
  }

  /** Frees what a connection had, for a server whose connections have no handshake. */
  public synchronized void ended(C connection) {
    AdmittedConnection<C> entry = entries.get(connection);
    if (entry != null) {
      leave(entry);
    }
  }

  private void leave(AdmittedConnection<C> entry) {
    entries.remove(entry.connection);
    if (entry.group != null) {
      entry.group.remove(entry);
    }
    decrement(bySource, entry.source);
    if (entry.identity != null) {
      decrement(byIdentity, entry.identity);
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
    return entries.size();
  }

  /** Those of them whose handshake has not finished. */
  public synchronized int unfinished() {
    return silent.size() + heard.size();
  }
}
