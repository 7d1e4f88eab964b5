package dev.rosa.as.records;

import dev.rosa.as.audit.AcceptedLosses;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.Fork;
import dev.rosa.as.policy.Refusal;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import io.grpc.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guard against an audit log that was set back. While a witness keeps a checkpoint that the log did
 * not grow from, nothing is issued, until the operator accepts the loss of rows. The checkpoint is
 * in the storage: all servers on it stop, also after a restart. Thread-safe.
 */
public final class LogForks {
  private static final Logger LOG = LoggerFactory.getLogger(LogForks.class);

  private final Storage storage;
  private final AdministrationRecord acts;
  private final LostSessions lost;
  private final Epochs epochs;
  private final RandomGenerator random;
  private volatile Optional<Fork> found = Optional.empty();

  /**
   * A guard of one storage.
   *
   * @param random for the numbers of epochs that are skipped with lost rows
   */
  public LogForks(
      Storage storage,
      AdministrationRecord acts,
      LostSessions lost,
      Epochs epochs,
      RandomGenerator random) {
    this.storage = storage;
    this.acts = acts;
    this.lost = lost;
    this.epochs = epochs;
    this.random = random;
  }

  /** Refuses to issue while there is a fork, as of the last look. */
  public void check() throws Refusal {
    if (found.isPresent()) {
      throw new Refusal(
          Status.Code.UNAVAILABLE,
          "the server's audit log was set back: its operator must restore it, or, if the loss is"
              + " known, run 'rosa as --config FILE audit accept-loss'");
    }
  }

  /** The fork as of the last look. */
  public Optional<Fork> found() {
    return found;
  }

  /** Reads the storage, which commands and other servers write to as well. */
  public synchronized void look() {
    Optional<Fork> before = found;
    storage.useHandle(
        handle -> {
          Optional<Fork> now = read(handle);
          if (before.isPresent() && now.isEmpty()) {
            over(before.get(), AcceptedLosses.find(handle));
          } else if (before.isEmpty() && now.isPresent()) {
            alarm(now.get());
          }
          found = now;
        });
  }

  /** Another database on the storage's place, such as the true one, has no such record either. */
  private static void over(Fork fork, AcceptedLoss accepted) {
    if (accepted.covers(fork.loss(), fork.size())) {
      LOG.info("the loss of rows of the audit log was accepted, sessions are issued");
    } else {
      LOG.warn(
          "the storage names no lost rows of the audit log any more, and no loss of {} was"
              + " accepted: it is another database now, or was one before; sessions are issued",
          fork.summary());
    }
  }

  private static void alarm(Fork fork) {
    LOG.error(
        "ALARM the audit log was set back, or there are two: witness {} keeps {}, which this log"
            + " does not have; nothing is issued, and Code Servers get no state, no secret and no"
            + " lease from here. After a restore from a backup, run 'rosa as"
            + " --config FILE audit accept-loss'",
        fork.node(),
        fork.summary());
  }

  /**
   * Stops issuing, durably. Of several forks the one with the most rows is kept. One whose loss the
   * operator has accepted meanwhile is none.
   */
  public synchronized void report(Fork fork) {
    storage.useTransaction(
        handle -> {
          if (AcceptedLosses.find(handle).covers(fork.loss(), fork.size())) {
            return;
          }
          Optional<Fork> known = read(handle);
          if (known.isEmpty() || known.get().size() < fork.size()) {
            insert(handle, fork);
          }
        });
    look();
  }

  private static void insert(Handle handle, Fork fork) {
    handle.execute("DELETE FROM audit_fork");
    handle.execute(
        "INSERT INTO audit_fork (id, node, size, root, loss, found_millis)"
            + " VALUES (1, ?, ?, ?, ?, ?)",
        fork.node(),
        fork.size(),
        fork.root().toString(),
        fork.loss(),
        fork.found().toEpochMilli());
  }

  /** The fork as the storage has it now. */
  public Optional<Fork> read() {
    return storage.withHandle(LogForks::read);
  }

  private static Optional<Fork> read(Handle handle) {
    return handle
        .createQuery("SELECT * FROM audit_fork WHERE id = 1")
        .map((row, context) -> fork(row))
        .findOne();
  }

  private static Fork fork(ResultSet row) throws SQLException {
    try {
      return new Fork(
          row.getString("node"),
          row.getLong("size"),
          TreeHash.parse(row.getString("root")),
          row.getLong("loss"),
          Instant.ofEpochMilli(row.getLong("found_millis")));
    } catch (TransparencyException e) {
      throw new IllegalStateException("the stored fork is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * Accepts the loss of the rows that the fork has, in one transaction with its row in the audit
   * record. Witnesses let their checkpoints go, up to that size. Sessions of lost rows may run on.
   * Nodes may hold secrets of epochs that were made in lost rows: their numbers are skipped.
   *
   * @return the fork
   * @throws AdministrationException if there is none
   */
  public Fork accept(Instant now) throws AdministrationException {
    return storage.inTransaction(
        handle -> {
          Fork fork =
              read(handle)
                  .orElseThrow(
                      () ->
                          new AdministrationException(
                              "no witness keeps rows that the audit log has lost: there is nothing"
                                  + " to accept"));
          AcceptedLoss last = AcceptedLosses.find(handle);
          long number = Math.max(now.toEpochMilli(), 1 + Math.max(last.number(), fork.loss()));
          AcceptedLosses.set(handle, new AcceptedLoss(number, fork.size()));
          acts.record(
              handle,
              "audit accept-loss",
              "%s at %s".formatted(fork.summary(), fork.node()),
              "rows=%d loss=%d".formatted(AuditTree.sizeOf(handle), number));
          handle.execute("DELETE FROM audit_fork");
          lost.keepLoss(handle, now);
          epochs.skipLost(handle, random);
          return fork;
        });
  }
}
