package dev.rosa.as.records;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.audit.PruneAct;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import org.jdbi.v3.core.Handle;

/**
 * Deletion of the oldest entries of the audit log. Their leaf hashes stay: the log can be proven
 * and exported as before. The decision is itself a row, and durable before the first entry is gone.
 * Entries are deleted in transactions of bounded size; a command that was stopped goes on at its
 * next run. Thread-safe.
 */
public final class AuditPruning {

  private static final int ROWS_TOGETHER = 500;

  private final Storage storage;
  private final AuditTree tree;
  private final AdministrationRecord acts;
  private final Duration longest;

  /**
   * Pruning of a log.
   *
   * @param longest longest time from a request to the end of its session, with the skew
   */
  public AuditPruning(Storage storage, AdministrationRecord acts, Duration longest) {
    this.storage = storage;
    this.tree = acts.audit().tree();
    this.acts = acts;
    this.longest = longest;
  }

  /** Rows that are to be pruned, and those that are. */
  private record State(long decided, long done) {}

  private static State state(Handle handle) {
    return handle
        .createQuery("SELECT decided, done FROM audit_pruned WHERE id = 1")
        .map((row, context) -> new State(row.getLong("decided"), row.getLong("done")))
        .one();
  }

  /**
   * Deletes the entries of all rows before the first one that is not older than a time.
   *
   * @param signed number of rows under the newest checkpoint
   * @param progress is told the number of rows that were looked at or deleted
   * @return number of entries that were deleted
   * @throws AdministrationException if sessions of such rows may run, the rows are not under a
   *     checkpoint, or there are none
   */
  public long prune(Instant before, Instant now, long signed, LongConsumer progress)
      throws AdministrationException {
    if (before.isAfter(now.minus(longest))) {
      throw new AdministrationException(
          "sessions of rows after %s may still run, expected an earlier time"
              .formatted(now.minus(longest)));
    }
    State known = storage.withHandle(AuditPruning::state);
    long end = firstNotBefore(before, known.decided(), progress);
    if (end > signed) {
      throw new AdministrationException(
          "rows from %d on are not under a checkpoint yet, expected a server that runs"
              .formatted(signed));
    }
    if (end > known.decided()) {
      storage.useTransaction(handle -> decide(handle, end));
    } else if (known.done() == known.decided()) {
      throw new AdministrationException("there is no row before " + before + " to prune");
    }
    return delete(progress);
  }

  /** Clocks may have been set back between rows: the rows up to the first younger one. */
  private long firstNotBefore(Instant before, long from, LongConsumer progress) {
    long size = tree.size();
    for (long first = from; first < size; first += ROWS_TOGETHER) {
      List<byte[]> entries = tree.entries(first, (int) Math.min(ROWS_TOGETHER, size - first));
      for (int i = 0; i < entries.size(); i++) {
        if (!at(entries.get(i)).isBefore(before)) {
          return first + i;
        }
      }
      progress.accept(first + entries.size());
    }
    return size;
  }

  private static Instant at(byte[] entry) {
    try {
      return Instant.ofEpochMilli(AuditEntry.parseFrom(entry).getAtMillis());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a stored audit entry is damaged", e);
    }
  }

  /** Another command may have decided more meanwhile. */
  private void decide(Handle handle, long end) {
    State known = state(handle);
    if (end > known.decided()) {
      handle.execute("UPDATE audit_pruned SET decided = ?", end);
      acts.record(handle, PruneAct.NAME, PruneAct.value(known.decided()), PruneAct.value(end));
    }
  }

  private long delete(LongConsumer progress) {
    long deleted = 0;
    long together;
    do {
      together = storage.inTransaction(handle -> deleteSome(handle, progress));
      deleted += together;
    } while (together > 0);
    storage.eraseDeleted();
    return deleted;
  }

  private static long deleteSome(Handle handle, LongConsumer progress) {
    State known = state(handle);
    long end = Math.min(known.decided(), known.done() + ROWS_TOGETHER);
    handle.execute(
        "UPDATE audit_log SET entry = substr(entry, 1, 0), session = NULL"
            + " WHERE leaf >= ? AND leaf < ? AND length(entry) > 0",
        known.done(),
        end);
    handle.execute("UPDATE audit_pruned SET done = ?", end);
    progress.accept(end);
    return end - known.done();
  }
}
