package dev.rosa.as.audit;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.ExportedWitnesses;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Newest cosigned checkpoint of each witness in the storage. Thread-safe. */
public final class WitnessTable {

  /**
   * A witness's newest checkpoint.
   *
   * @param key its signed statement about its key
   * @param size number of rows
   * @param note with its cosignature
   */
  public record Cosigned(
      String node, SignedStatement key, long size, SignedNote note, Instant at) {}

  /** A note has at most 64 signatures. */
  private static final int MOST_ON_NOTE = 60;

  private final Storage storage;

  public WitnessTable(Storage storage) {
    this.storage = storage;
  }

  /** The witnesses' checkpoints as an export has them. */
  public static ExportedWitnesses exported(List<Cosigned> witnesses) {
    ExportedWitnesses.Builder exported = ExportedWitnesses.newBuilder();
    for (Cosigned each : witnesses) {
      exported
          .addWitnessesBuilder()
          .setWitnessKey(each.key())
          .setCheckpoint(
              LogCheckpoint.newBuilder()
                  .setNote(ByteString.copyFrom(each.note().toString(), StandardCharsets.UTF_8)));
    }
    return exported.build();
  }

  /** A checkpoint with the cosignatures of the witnesses that have it as their newest. */
  public static SignedNote on(SignedNote checkpoint, List<Cosigned> witnesses) {
    SignedNote note = checkpoint;
    for (Cosigned each : witnesses.subList(0, Math.min(MOST_ON_NOTE, witnesses.size()))) {
      note = note.withSignaturesOf(each.note());
    }
    return note;
  }

  /** All witnesses, by name. */
  public List<Cosigned> all() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM audit_witness ORDER BY node")
                .map((row, context) -> read(row))
                .list());
  }

  private static Cosigned read(ResultSet row) throws SQLException {
    try {
      return new Cosigned(
          row.getString("node"),
          SignedStatement.parseFrom(row.getBytes("key_statement")),
          row.getLong("size"),
          SignedNote.parse(row.getString("note").getBytes(StandardCharsets.UTF_8)),
          Instant.ofEpochSecond(row.getLong("cosigned_at")));
    } catch (InvalidProtocolBufferException | TransparencyException e) {
      throw new IllegalStateException("a stored cosignature is damaged: " + e.getMessage(), e);
    }
  }

  /** Keeps a checkpoint in place of the witness's last one. */
  void keep(RosaId node, Cosigned cosigned) {
    storage.useTransaction(
        handle -> {
          handle.execute("DELETE FROM audit_witness WHERE node = ?", node.toString());
          handle.execute(
              "INSERT INTO audit_witness (node, key_statement, size, note, cosigned_at)"
                  + " VALUES (?, ?, ?, ?, ?)",
              node.toString(),
              cosigned.key().toByteArray(),
              cosigned.size(),
              cosigned.note().toString(),
              cosigned.at().getEpochSecond());
        });
  }
}
