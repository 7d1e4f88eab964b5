package dev.rosa.as.audit;

import dev.rosa.storage.Storage;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Checkpoints of the audit log in the database, signed on demand: one for every size at which one
 * was asked for. Thread-safe.
 */
public final class Checkpoints {

  /**
   * The log beside its newest checkpoint.
   *
   * @param size number of leaves
   * @param signed number of leaves under the newest checkpoint, 0 before the first
   * @param at time of that checkpoint, 1970 before the first
   */
  public record State(long size, long signed, Instant at) {}

  /** A checkpoint, and the number of leaves under it. */
  public record Signed(long size, SignedNote note) {}

  private final Storage storage;
  private final NoteSigner signer;
  private final InstantSource clock;

  public Checkpoints(Storage storage, NoteSigner signer, InstantSource clock) {
    this.storage = storage;
    this.signer = signer;
    this.clock = clock;
  }

  /** Reads without a lock. */
  public State state() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT audit_head.size AS leaves, audit_checkpoint.size AS signed,"
                        + " signed_millis FROM audit_head LEFT JOIN audit_checkpoint"
                        + " ON audit_checkpoint.id = audit_head.id")
                .map(
                    (row, context) ->
                        new State(
                            row.getLong("leaves"),
                            row.getLong("signed"),
                            Instant.ofEpochMilli(row.getLong("signed_millis"))))
                .one());
  }

  /**
   * The checkpoint of all leaves, signed now if there is none yet. While it is signed, no leaf is
   * written: this server and others sign the same states only.
   */
  public Signed newest() {
    return storage.inTransaction(this::newest);
  }

  /** The newest checkpoint that was signed; empty before the first. */
  public Optional<Signed> stored() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT size, note FROM audit_checkpoint WHERE id = 1")
                .map(
                    (row, context) -> new Signed(row.getLong("size"), parse(row.getString("note"))))
                .findOne());
  }

  /** The loss of rows that checkpoints name. */
  public AcceptedLoss loss() {
    return storage.withHandle(AcceptedLosses::find);
  }

  private Signed newest(Handle handle) {
    CompactRange range = AuditTree.head(handle);
    Optional<SignedNote> known = stored(handle, range.size());
    SignedNote note = known.isPresent() ? known.get() : sign(handle, range);
    return new Signed(range.size(), note);
  }

  private static Optional<SignedNote> stored(Handle handle, long size) {
    return handle
        .createQuery("SELECT note FROM audit_checkpoint WHERE size = :size")
        .bind("size", size)
        .mapTo(String.class)
        .findOne()
        .map(Checkpoints::parse);
  }

  private static SignedNote parse(String note) {
    try {
      return SignedNote.parse(note.getBytes(StandardCharsets.UTF_8));
    } catch (TransparencyException e) {
      throw new IllegalStateException("the stored checkpoint is damaged: " + e.getMessage(), e);
    }
  }

  private SignedNote sign(Handle handle, CompactRange range) {
    SignedNote note = Checkpoint.sign(range, AcceptedLosses.find(handle), signer);
    handle
        .createUpdate(
            "INSERT INTO audit_checkpoint (id, size, note, signed_millis)"
                + " VALUES (1, :size, :note, :at) ON CONFLICT (id) DO UPDATE SET"
                + " size = excluded.size, note = excluded.note,"
                + " signed_millis = excluded.signed_millis")
        .bind("size", range.size())
        .bind("note", note.toString())
        .bind("at", clock.instant().toEpochMilli())
        .execute();
    return note;
  }
}
