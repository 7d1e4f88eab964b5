package dev.rosa.as.records;

import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destruction of secrets whose epoch has ended, those that no session can use any more: here first,
 * then at every Code Server. Thread-safe.
 */
public final class EpochEnds {
  private static final Logger LOG = LoggerFactory.getLogger(EpochEnds.class);

  /** The least time between an epoch's successor and its end: requests under way pass. */
  private static final Duration LEAST_OVERLAP = Duration.ofSeconds(10);

  /** Hundreds may end at once; others wait for a transaction as for one of few rows. */
  private static final int RETIRED_TOGETHER = 50;

  private final Storage storage;
  private final AdministrationRecord acts;
  private final InstantSource clock;
  private final Duration skew;
  private final LostSessions lost;
  private final PassedTime passed;

  /**
   * On a storage.
   *
   * @param skew how long after SET routers take packets of a session
   * @param passed the time by which an epoch must have ended
   */
  public EpochEnds(
      Storage storage,
      AdministrationRecord acts,
      Duration skew,
      LostSessions lost,
      PassedTime passed) {
    this.storage = storage;
    this.acts = acts;
    this.clock = acts.clock();
    this.skew = skew;
    this.lost = lost;
    this.passed = passed;
  }

  /** Destroys the secrets of epochs that have ended; returns them. */
  public List<Epoch> retireEnded() {
    List<Epoch> ended = storage.withHandle(this::ended);
    List<Epoch> retired = new ArrayList<>();
    for (int first = 0; first < ended.size(); first += RETIRED_TOGETHER) {
      List<Epoch> some = ended.subList(first, Math.min(first + RETIRED_TOGETHER, ended.size()));
      retired.addAll(storage.inTransaction(handle -> retire(handle, some)));
    }
    if (!retired.isEmpty()) {
      erase();
      retired.forEach(epoch -> LOG.info("retired {}", epoch));
    }
    return retired;
  }

  /** The condition is asked for again in the transaction: a session may have come between. */
  private List<Epoch> retire(Handle handle, List<Epoch> some) {
    Set<Epoch> still = new HashSet<>(ended(handle));
    return some.stream().filter(still::contains).filter(epoch -> destroy(handle, epoch)).toList();
  }

  private boolean destroy(Handle handle, Epoch epoch) {
    return destroy(handle, acts, epoch, clock.instant());
  }

  /** Destroys a secret of the storage, and records that; Code Servers follow. */
  static boolean destroy(Handle handle, AdministrationRecord acts, Epoch epoch, Instant now) {
    boolean retired =
        handle.execute(
                "UPDATE code_secrets SET state = 'retired', kci = NULL, retired_at = ?"
                    + " WHERE code_digest = ? AND epoch = ? AND state <> 'retired'",
                now.getEpochSecond(),
                epoch.code().toBytes(),
                Integer.toUnsignedLong(epoch.number()))
            > 0;
    if (retired) {
      acts.record(handle, "epoch retire", epoch.toString(), "");
    }
    return retired;
  }

  /**
   * Destroys the secrets of epochs whose sessions were revoked; {@link #erase} follows the
   * transaction.
   *
   * @param last this epoch and all earlier ones
   */
  public void destroyUpTo(Handle handle, Epoch last) {
    List<Epoch> live =
        handle
            .createQuery(
                "SELECT code_digest, epoch FROM code_secrets WHERE code_digest = :digest"
                    + " AND epoch <= :last AND state <> 'retired' ORDER BY epoch")
            .bind("digest", last.code().toBytes())
            .bind("last", Integer.toUnsignedLong(last.number()))
            .map((row, context) -> Epochs.epoch(row.getBytes(1), row.getLong(2)))
            .list();
    for (Epoch epoch : live) {
      boolean unused = destroy(handle, epoch);
    }
  }

  /** Leaves no trace of destroyed secrets in the storage. */
  public void erase() {
    storage.eraseDeleted();
  }

  /**
   * Epochs with a successor in use, or of a code that is gone, under which no session runs. A
   * session that was lost may run under every epoch that was made before the loss; of a restore,
   * under every one below the least number since then.
   */
  private List<Epoch> ended(Handle handle) {
    Instant now = passed.now(handle);
    return handle
        .createQuery(
            "SELECT s.code_digest, s.epoch FROM code_secrets s WHERE s.state <> 'retired' AND"
                + " (EXISTS (SELECT 1 FROM code_secrets n WHERE n.code_digest = s.code_digest"
                + " AND n.epoch > s.epoch AND n.state = 'active' AND n.activated_at <= :overlap)"
                + " OR NOT EXISTS (SELECT 1 FROM codes c WHERE c.digest = s.code_digest"
                + " AND c.active = 1)) AND NOT EXISTS (SELECT 1 FROM sessions x WHERE"
                + " x.code_digest = s.code_digest AND x.epoch = s.epoch AND x.set_ >= :running)"
                + " AND s.created_at >= :lost AND (:lost = 0 OR s.epoch >= :least)")
        .bind("overlap", now.minus(LEAST_OVERLAP).getEpochSecond())
        .bind("running", now.minus(skew.multipliedBy(2)).getEpochSecond())
        .bind("lost", lost.lastLoss(handle, now))
        .bind("least", Epochs.least(handle))
        .map((row, context) -> Epochs.epoch(row.getBytes(1), row.getLong(2)))
        .list();
  }

  /** Retired epochs whose secret a Code Server has not confirmed to have destroyed. */
  public List<Epoch> toRetireAt(HostPort codeServer) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT s.code_digest, s.epoch FROM staging_confirmations c JOIN code_secrets s"
                        + " ON s.code_digest = c.code_digest AND s.epoch = c.epoch"
                        + " WHERE s.state = 'retired' AND c.code_server = :server")
                .bind("server", codeServer.toString())
                .map((row, context) -> Epochs.epoch(row.getBytes(1), row.getLong(2)))
                .list());
  }

  /** Notes that a Code Server has destroyed a secret. */
  public void retiredAt(Epoch epoch, HostPort codeServer) {
    storage.useTransaction(
        handle ->
            handle.execute(
                "DELETE FROM staging_confirmations"
                    + " WHERE code_digest = ? AND epoch = ? AND code_server = ?",
                epoch.code().toBytes(),
                Integer.toUnsignedLong(epoch.number()),
                codeServer.toString()));
  }

  /**
   * Those of the epochs whose secrets were destroyed here, found by one query.
   *
   * @param held epochs that a Code Server holds, some thousand at most
   */
  public List<Epoch> retiredOf(List<Epoch> held) {
    if (held.isEmpty()) {
      return List.of();
    }
    String places = String.join(", ", Collections.nCopies(held.size(), "(?, ?)"));
    Object[] values =
        held.stream()
            .flatMap(
                epoch -> Stream.of(epoch.code().toBytes(), Integer.toUnsignedLong(epoch.number())))
            .toArray();
    return storage.withHandle(
        handle ->
            handle
                .select(
                    "SELECT code_digest, epoch FROM code_secrets WHERE state = 'retired'"
                        + " AND (code_digest, epoch) IN (VALUES "
                        + places
                        + ")",
                    values)
                .map((row, context) -> Epochs.epoch(row.getBytes(1), row.getLong(2)))
                .list());
  }
}
