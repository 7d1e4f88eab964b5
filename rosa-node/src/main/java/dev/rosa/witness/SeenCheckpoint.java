package dev.rosa.witness;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements.WitnessKey;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/**
 * Checkpoint of the domain's audit log (its size and root hash) that a witness has received, signed
 * by the log.
 *
 * @param logKey says that the key is the log's
 * @param note with the log's signature and those of witnesses
 */
public record SeenCheckpoint(
    SignedStatement logKey, NoteKey key, SignedNote note, Checkpoint checkpoint) {

  /** Largest note: a checkpoint with some dozens of cosignatures. */
  public static final int MOST_NOTE_BYTES = 16 * 1024;

  /**
   * A checkpoint that comes now.
   *
   * @throws IdentityException if the key is not the log's
   * @throws TransparencyException if the key did not sign it
   */
  public static SeenCheckpoint fresh(
      LogCheckpoint message, KeyStatements statements, InstantSource clock)
      throws IdentityException, TransparencyException {
    return of(message.getLogKey(), statements.log(message.getLogKey(), clock), message.getNote());
  }

  /**
   * A checkpoint that was seen before.
   *
   * @throws IdentityException if the key is not the log's
   * @throws TransparencyException if the key did not sign it
   */
  public static SeenCheckpoint earlier(LogCheckpoint message, KeyStatements statements)
      throws IdentityException, TransparencyException {
    return of(message.getLogKey(), statements.earlierLog(message.getLogKey()), message.getNote());
  }

  private static SeenCheckpoint of(SignedStatement logKey, NoteKey key, ByteString bytes)
      throws TransparencyException {
    if (bytes.size() > MOST_NOTE_BYTES) {
      throw new TransparencyException(
          "the checkpoint has %d bytes, expected at most %d"
              .formatted(bytes.size(), MOST_NOTE_BYTES));
    }
    SignedNote note = SignedNote.parse(bytes.toByteArray());
    return new SeenCheckpoint(logKey, key, note, Checkpoint.verified(note, key));
  }

  /**
   * The witness that keeps a checkpoint, which its note has the cosignature of.
   *
   * @throws IdentityException if it is no witness of the domain
   * @throws TransparencyException if it did not cosign
   */
  public WitnessKey keptBy(KeptCheckpoint kept, KeyStatements statements)
      throws IdentityException, TransparencyException {
    WitnessKey witness = statements.witness(kept.getWitnessKey());
    note.requireSignature(witness.key());
    return witness;
  }

  /** The same with one signature of the log and one of a witness: others may be any bytes. */
  public SeenCheckpoint trimmed(NoteKey witness) {
    return with(note.only(key).withSignaturesOf(note.only(witness)));
  }

  SeenCheckpoint with(SignedNote cosigned) {
    return new SeenCheckpoint(logKey, key, cosigned, checkpoint);
  }

  /** The checkpoint as a message. */
  public LogCheckpoint message() {
    return LogCheckpoint.newBuilder()
        .setLogKey(logKey)
        .setNote(ByteString.copyFrom(note.toString(), StandardCharsets.UTF_8))
        .build();
  }

  /** Size and hash, for messages. */
  public String summary() {
    return "rows=%d root=%s".formatted(checkpoint.size(), checkpoint.root());
  }
}
