package dev.rosa.as.records;

import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases of Code Servers and what they hold of staged secrets, in the database; activation of an
 * epoch when its secret is where it is needed. Thread-safe.
 */
public final class EpochActivation {

  private static final Logger LOG = LoggerFactory.getLogger(EpochActivation.class);

  /** Far longer than a lease: a record beyond was written by a clock that was ahead. */
  private static final Duration MOST_LEASE = Duration.ofHours(1);

  private static final int ACTIVATED_TOGETHER = 50;

  private final Storage storage;
  private final AdministrationRecord acts;
  private final InstantSource clock;
  private final Duration skew;

  EpochActivation(Storage storage, AdministrationRecord acts, Duration skew) {
    this.storage = storage;
    this.acts = acts;
    this.clock = acts.clock();
    this.skew = skew;
  }

  /** Notes that a Code Server may serve until a time, see {@link #activateReady}. */
  public void lease(HostPort codeServer, Instant until) {
    storage.useTransaction(
        handle ->
            handle.execute(
                "INSERT INTO code_server_leases (code_server, held_until_millis) VALUES (?, ?)"
                    + " ON CONFLICT (code_server) DO UPDATE"
                    + " SET held_until_millis = excluded.held_until_millis",
                codeServer.toString(),
                until.toEpochMilli()));
  }

  /** Notes that a Code Server holds a secret. */
  public void confirm(Epoch epoch, HostPort codeServer) {
    storage.useTransaction(
        handle ->
            handle.execute(
                "INSERT INTO staging_confirmations (code_digest, epoch, code_server, confirmed_at)"
                    + " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                epoch.code().toBytes(),
                Integer.toUnsignedLong(epoch.number()),
                codeServer.toString(),
                clock.instant().getEpochSecond()));
  }

  /** Staged secrets that a Code Server holds, whose routers may not have fetched them yet. */
  public List<Epoch> spreading(HostPort codeServer) {
    return staged(codeServer, "c.code_server = :server AND c.spread_at IS NULL");
  }

  /** Staged secrets whose routers at a Code Server need not be waited for any longer. */
  public List<Epoch> spreadBy(HostPort codeServer) {
    return staged(codeServer, "c.code_server = :server AND c.spread_at IS NOT NULL");
  }

  /** Staged secrets whose routers at any other Code Server need not be waited for any longer. */
  public List<Epoch> spreadByOthers(HostPort codeServer) {
    return staged(codeServer, "c.code_server <> :server AND c.spread_at IS NOT NULL");
  }

  private List<Epoch> staged(HostPort codeServer, String condition) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT DISTINCT c.code_digest, c.epoch FROM staging_confirmations c JOIN"
                        + " code_secrets s ON s.code_digest = c.code_digest AND s.epoch = c.epoch"
                        + " WHERE s.state = 'staged' AND "
                        + condition)
                .bind("server", codeServer.toString())
                .map((row, context) -> Epochs.epoch(row.getBytes(1), row.getLong(2)))
                .list());
  }

  /** Notes secrets with which the routers of a Code Server need not be waited for any longer. */
  public void spread(List<Epoch> epochs, HostPort codeServer) {
    storage.useTransaction(
        handle -> epochs.forEach(epoch -> noteSpread(handle, epoch, codeServer)));
    activateReady();
  }

  private void noteSpread(Handle handle, Epoch epoch, HostPort codeServer) {
    handle.execute(
        "UPDATE staging_confirmations SET spread_at = ? WHERE code_digest = ? AND epoch = ?"
            + " AND code_server = ? AND spread_at IS NULL",
        clock.instant().getEpochSecond(),
        epoch.code().toBytes(),
        Integer.toUnsignedLong(epoch.number()),
        codeServer.toString());
  }

  /**
   * Lets sessions be issued under every staged secret that is where it is needed. Hundreds may be
   * staged: those that are not ready cost no transaction, and the others share some.
   */
  public void activateReady() {
    List<Epoch> ready = storage.withHandle(this::ready);
    for (int first = 0; first < ready.size(); first += ACTIVATED_TOGETHER) {
      List<Epoch> some = ready.subList(first, Math.min(first + ACTIVATED_TOGETHER, ready.size()));
      List<Epoch> active =
          storage.inTransaction(
              handle -> some.stream().filter(epoch -> activateIfReady(handle, epoch)).toList());
      active.forEach(epoch -> LOG.info("active {}", epoch));
    }
  }

  private List<Epoch> ready(Handle handle) {
    Map<Epoch, Set<String>> spread = new LinkedHashMap<>();
    handle
        .createQuery(
            "SELECT s.code_digest, s.epoch, c.code_server FROM code_secrets s"
                + " JOIN staging_confirmations c"
                + " ON c.code_digest = s.code_digest AND c.epoch = s.epoch"
                + " WHERE s.state = 'staged' AND c.spread_at IS NOT NULL")
        .map(
            (row, context) ->
                Map.entry(Epochs.epoch(row.getBytes(1), row.getLong(2)), row.getString(3)))
        .forEach(
            each ->
                spread
                    .computeIfAbsent(each.getKey(), epoch -> new HashSet<>())
                    .add(each.getValue()));
    List<String> leased = spread.isEmpty() ? List.of() : leased(handle);
    return spread.entrySet().stream()
        .filter(each -> each.getValue().containsAll(leased))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean activateIfReady(Handle handle, Epoch epoch) {
    Set<String> spread = spreadAt(handle, epoch);
    if (spread.isEmpty() || !spread.containsAll(leased(handle))) {
      return false;
    }
    boolean activated =
        handle.execute(
                "UPDATE code_secrets SET state = 'active', activated_at = ?"
                    + " WHERE code_digest = ? AND epoch = ? AND state = 'staged'",
                clock.instant().getEpochSecond(),
                epoch.code().toBytes(),
                Integer.toUnsignedLong(epoch.number()))
            > 0;
    if (activated) {
      acts.record(handle, "epoch activate", "", epoch.toString());
    }
    return activated;
  }

  private static Set<String> spreadAt(Handle handle, Epoch epoch) {
    return handle
        .createQuery(
            "SELECT code_server FROM staging_confirmations WHERE code_digest = :digest"
                + " AND epoch = :epoch AND spread_at IS NOT NULL")
        .bind("digest", epoch.code().toBytes())
        .bind("epoch", Integer.toUnsignedLong(epoch.number()))
        .mapTo(String.class)
        .set();
  }

  private List<String> leased(Handle handle) {
    Instant now = clock.instant();
    return handle
        .createQuery(
            "SELECT code_server FROM code_server_leases"
                + " WHERE held_until_millis > :now AND held_until_millis <= :latest")
        .bind("now", now.minus(skew).toEpochMilli())
        .bind("latest", now.plus(MOST_LEASE).toEpochMilli())
        .mapTo(String.class)
        .list();
  }
}
