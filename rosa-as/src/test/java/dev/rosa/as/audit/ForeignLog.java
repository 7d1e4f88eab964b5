package dev.rosa.as.audit;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.audit.ExportWriter;
import dev.rosa.audit.TestLog;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TreeHash;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.MemoryWitnessStore;
import dev.rosa.witness.Witness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Audit log of an Authorization Server on its storage, with a Code Server and a router as
 * witnesses. It grows in steps, and writes what a foreign verifier reads: export, proofs, growth.
 */
final class ForeignLog implements AutoCloseable {

  private final Path folder;
  private final InstantSource clock = InstantSource.system();
  private final TestDomain domain;
  private final Identity alice;
  private final Storage storage;
  private final AuditTree tree;
  private final NoteSigner signer;
  private final WitnessedLog log;
  private final List<Witness> witnesses = new ArrayList<>();
  private final List<NoteKey> witnessKeys = new ArrayList<>();

  /** What a verifier reads of the log as it was with so many rows. */
  record State(int size, Path export, List<Path> proofs, Path growth) {

    Path checkpoint() {
      return export.resolve("checkpoint");
    }
  }

  ForeignLog(Path folder) throws Exception {
    this.folder = folder;
    domain = TestDomain.in(folder.resolve("domain"));
    alice = domain.user("alice");
    storage =
        Storage.open(StorageLocation.of(folder.resolve("as.db")), AuthorizationRecords.TABLES);
    tree = new AuditTree(storage);
    Identity server = domain.authorizationServer("as1");
    log = HandlerFixture.witnessedLog(storage, server, clock);
    signer = LogKey.of(storage);
    witness(domain.codeServer("cs1"));
    witness(domain.router("r1"));
  }

  private void witness(Identity node) throws Exception {
    NoteSigner own =
        NoteSigner.randomWitness(KeyStatements.nameOfWitness(node.id()), new SecureRandom());
    witnesses.add(Witness.open(new MemoryWitnessStore(), own, node, clock));
    witnessKeys.add(own.key());
  }

  NoteKey key() {
    return signer.key();
  }

  List<NoteKey> witnessKeys() {
    return witnessKeys;
  }

  /** The certificate of the domain's authority. */
  Path authority() {
    return folder.resolve("domain/ca.crt");
  }

  /** Appends up to a size; every witness takes the checkpoint, and its growth. */
  State growTo(int size) throws Exception {
    int before = (int) tree.size();
    storage.useTransaction(
        handle -> {
          for (int row = before; row < size; row++) {
            tree.append(handle, entry(row), 0);
          }
        });
    Checkpoints.Signed unused = new Checkpoints(storage, signer, clock).newest();
    OfferCheckpointRequest offer = log.offer(List.of((long) before));
    for (Witness witness : witnesses) {
      if (witness.offer(offer.getNewest(), offer.getProofsList(), "as1") != Witness.Answer.TAKEN
          || log.take(witness.kept().orElseThrow()).isPresent()) {
        throw new AssertionError("a witness does not take " + size + " rows");
      }
    }
    return write(size, offer.getProofs(0));
  }

  /** Requests that alice signed, and acts. */
  private AuditEntry.Builder entry(int row) {
    return row % 50 == 0
        ? TestLog.requestOf(alice)
        : AuditEntry.newBuilder()
            .setAtMillis(clock.millis())
            .setAct(AuditedAct.newBuilder().setOperator("root").setAct("act " + row));
  }

  private State write(int size, GrowthProof growth) throws Exception {
    List<WitnessTable.Cosigned> cosigned = new WitnessTable(storage).all();
    Checkpoints.Signed newest = new Checkpoints(storage, signer, clock).newest();
    SignedNote note = WitnessTable.on(newest.note(), cosigned);
    Path export = folder.resolve("export" + size);
    ExportWriter writer = new ExportWriter(tree, export);
    writer.write(WitnessTable.exported(cosigned));
    writer.write(note, newest.size());
    List<Path> proofs = new ArrayList<>();
    for (int row : new int[] {0, size / 2, size - 1}) {
      Path file = folder.resolve("size" + size + "row" + row + ".tlog-proof");
      byte[] entry = tree.entry(row).orElseThrow();
      List<TreeHash> path = new Proofs(tree).inclusion(row, size);
      proofs.add(Files.writeString(file, new InclusionProof(entry, row, path, note).toString()));
    }
    return new State(size, export, proofs, write(size, growth, note));
  }

  /** The body of a request "add-checkpoint" (C2SP tlog-witness). */
  private Path write(int size, GrowthProof growth, SignedNote note) throws Exception {
    StringBuilder request = new StringBuilder("old " + growth.getFrom() + "\n");
    growth
        .getHashesList()
        .forEach(
            hash ->
                request
                    .append(Base64.getEncoder().encodeToString(hash.toByteArray()))
                    .append('\n'));
    Path file = folder.resolve("growth" + size);
    return Files.writeString(file, request.append('\n').append(note).toString());
  }

  @Override
  public void close() {
    storage.close();
  }
}
