package dev.rosa.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.ExportedWitnesses;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.identity.IdentityException;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.KeyStatements.WitnessKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Check of the cosignatures in an export, and of the rows that they are for. */
final class WitnessCheck {

  private final NoteKey log;
  private final KeyStatements statements;

  WitnessCheck(NoteKey log, X509Certificate authority) {
    this.log = log;
    this.statements = new KeyStatements(authority, KeyStatements.domainOfLog(log.name()));
  }

  /** Returns the witnesses whose cosignature holds, and adds a finding for each of the others. */
  List<Cosigned> check(
      Optional<byte[]> file,
      Checkpoint exported,
      Optional<List<TreeHash>> rows,
      List<Finding> findings) {
    List<Cosigned> cosigned = new ArrayList<>();
    if (file.isEmpty()) {
      return cosigned;
    }
    try {
      ExportedWitnesses witnesses = ExportedWitnesses.parseFrom(file.get());
      for (KeptCheckpoint kept : witnesses.getWitnessesList()) {
        check(kept, exported, rows, findings).ifPresent(cosigned::add);
      }
    } catch (InvalidProtocolBufferException e) {
      findings.add(Finding.ofExport(ExportWriter.WITNESSES + ": cannot be read"));
    }
    return cosigned;
  }

  private Optional<Cosigned> check(
      KeptCheckpoint kept,
      Checkpoint exported,
      Optional<List<TreeHash>> rows,
      List<Finding> findings) {
    try {
      SignedNote note = SignedNote.parse(kept.getCheckpoint().getNote().toByteArray());
      Checkpoint checkpoint = Checkpoint.verified(note, log);
      WitnessKey witness = statements.witness(kept.getWitnessKey());
      note.requireSignature(witness.key());
      boolean isLost = exported.loss().covers(checkpoint) && !isPart(checkpoint, rows);
      if (!isLost && rows.isPresent() && !isPart(checkpoint, rows)) {
        findings.add(
            Finding.ofExport(
                "witness %s has cosigned %d rows that this log does not have: it was set back, or"
                        .formatted(witness.node(), checkpoint.size())
                    + " there are two"));
      }
      return Optional.of(
          new Cosigned(witness.node(), checkpoint.size(), note.cosignedAt(witness.key()), isLost));
    } catch (TransparencyException | IdentityException e) {
      findings.add(Finding.ofExport(ExportWriter.WITNESSES + ": " + e.getMessage()));
      return Optional.empty();
    }
  }

  private static boolean isPart(Checkpoint checkpoint, Optional<List<TreeHash>> rows) {
    return rows.isPresent()
        && checkpoint.size() <= rows.get().size()
        && ExportedHashes.root(rows.get().subList(0, (int) checkpoint.size()))
            .equals(checkpoint.root());
  }
}
