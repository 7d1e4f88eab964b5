package dev.rosa.audit;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
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
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Check of the cosignatures in an export, and of the rows that they are for. */
final class WitnessCheck {

  /** More than a domain has Code Servers and routers. */
  static final int MOST_WITNESSES = 10_000;

  /** Tag of an element of the file's list. */
  private static final int WITNESS =
      ExportedWitnesses.WITNESSES_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** Fields of any number and size could be unknown. */
  private static final Parser<KeptCheckpoint> KEPT =
      DiscardUnknownFieldsParser.wrap(KeptCheckpoint.parser());

  private final NoteKey log;
  private final KeyStatements statements;

  WitnessCheck(NoteKey log, X509Certificate authority) {
    this.log = log;
    this.statements = new KeyStatements(authority, KeyStatements.domainOfLog(log.name()));
  }

  /**
   * Cosignature that the witness's key has made, under a checkpoint that the log's key has signed.
   *
   * @param at when it was made
   */
  private record Valid(WitnessKey witness, Checkpoint checkpoint, Instant at) {}

  /** Returns the witnesses whose cosignature holds, and adds a finding for each of the others. */
  List<Cosigned> check(
      Optional<byte[]> file,
      Checkpoint exported,
      Optional<List<TreeHash>> rows,
      Findings findings) {
    List<Valid> valid = new ArrayList<>();
    for (KeptCheckpoint kept : read(file, findings)) {
      valid(kept, findings).ifPresent(valid::add);
    }
    Map<Long, TreeHash> roots = roots(rows, valid);
    return valid.stream().map(each -> judged(each, exported, roots, rows, findings)).toList();
  }

  private static List<KeptCheckpoint> read(Optional<byte[]> file, Findings findings) {
    try {
      return file.isEmpty() ? List.of() : distinct(file.get(), findings);
    } catch (IOException e) {
      findings.add(Finding.ofExport(ExportWriter.WITNESSES + ": cannot be read"));
      return List.of();
    }
  }

  /**
   * The first cosignature of each witness: an export has one of each. They are read one by one, as
   * millions of empty ones fit the file.
   */
  private static List<KeptCheckpoint> distinct(byte[] file, Findings findings) throws IOException {
    Map<ByteString, KeptCheckpoint> byWitness = new LinkedHashMap<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    int left = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == WITNESS && byWitness.size() < MOST_WITNESSES) {
        KeptCheckpoint each = in.readMessage(KEPT, ExtensionRegistryLite.getEmptyRegistry());
        ByteString witness = each.getWitnessKey().getStatement();
        left += byWitness.putIfAbsent(witness, each) == null ? 0 : 1;
      } else if (in.skipField(tag)) {
        left += tag == WITNESS ? 1 : 0;
      } else {
        throw new IOException("a group ends that did not begin");
      }
    }
    if (left > 0) {
      findings.add(
          Finding.ofExport(
              "%s: %d cosignatures were not checked, expected one of each witness and at most %d"
                  .formatted(ExportWriter.WITNESSES, left, MOST_WITNESSES)));
    }
    return List.copyOf(byWitness.values());
  }

  private Optional<Valid> valid(KeptCheckpoint kept, Findings findings) {
    try {
      SignedNote note = SignedNote.parse(kept.getCheckpoint().getNote().toByteArray());
      Checkpoint checkpoint = Checkpoint.verified(note, log);
      WitnessKey witness = statements.witness(kept.getWitnessKey());
      note.requireSignature(witness.key());
      return Optional.of(new Valid(witness, checkpoint, note.cosignedAt(witness.key())));
    } catch (TransparencyException | IdentityException e) {
      findings.add(Finding.ofExport(ExportWriter.WITNESSES + ": " + e.getMessage()));
      return Optional.empty();
    }
  }

  private static Map<Long, TreeHash> roots(Optional<List<TreeHash>> rows, List<Valid> valid) {
    Set<Long> sizes =
        valid.stream().map(each -> each.checkpoint().size()).collect(Collectors.toSet());
    return rows.map(leaves -> ExportedHashes.roots(leaves, sizes)).orElse(Map.of());
  }

  private static Cosigned judged(
      Valid valid,
      Checkpoint exported,
      Map<Long, TreeHash> roots,
      Optional<List<TreeHash>> rows,
      Findings findings) {
    Checkpoint checkpoint = valid.checkpoint();
    boolean isPart = checkpoint.root().equals(roots.get(checkpoint.size()));
    boolean isLost = exported.loss().covers(checkpoint) && !isPart;
    if (!isLost && rows.isPresent() && !isPart) {
      findings.add(
          Finding.ofExport(
              "witness %s has cosigned %d rows that this log does not have: it was set back, or"
                      .formatted(valid.witness().node(), checkpoint.size())
                  + " there are two"));
    }
    return new Cosigned(valid.witness().node(), checkpoint.size(), valid.at(), isLost);
  }
}
