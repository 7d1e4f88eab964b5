package dev.rosa.audit;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import dev.rosa.witness.KeyStatements;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** An audit log in memory, for tests of exports. */
public final class TestLog implements LogSource {

  private static final AtomicInteger REQUESTS = new AtomicInteger();
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  /** Behind those that joins name. */
  private static final long FIRST_SESSION = 1_000;

  private static final ByteString SOURCE = ByteString.copyFrom(new byte[] {10, 0, 1, 1});
  private static final ByteString DESTINATION = ByteString.copyFrom(new byte[] {10, 0, 2, 1});

  private final NoteSigner signer;
  private final List<byte[]> entries = new ArrayList<>();
  private int pruned;
  private int prunedNext;

  public TestLog() {
    try {
      signer = NoteSigner.random("rosa/17/audit", new SecureRandom());
    } catch (TransparencyException e) {
      throw new IllegalStateException(e);
    }
  }

  public NoteKey key() {
    return signer.key();
  }

  public int size() {
    return entries.size();
  }

  /** Appends as it is. */
  public void append(byte[] entry) {
    entries.add(entry);
  }

  /** Appends under the next number. */
  public void append(AuditEntry.Builder entry) {
    append(entry.setLeaf(size()).build().toByteArray());
  }

  /** Appends so many acts. */
  public TestLog withActs(int count) {
    for (int i = 0; i < count; i++) {
      AuditedAct act = AuditedAct.newBuilder().setOperator("root").setAct("act " + i).build();
      append(now().setAct(act));
    }
    return this;
  }

  /** Appends a granted request. */
  public TestLog withRequestOf(Identity user) {
    append(requestOf(user));
    return this;
  }

  /** A granted request, not appended. */
  public static AuditEntry.Builder requestOf(Identity user) {
    ServiceRequestStatement asked =
        ServiceRequestStatement.newBuilder()
            .setRequestId(ByteString.copyFromUtf8("request " + REQUESTS.incrementAndGet()))
            .setUser(user.id().toString())
            .setCode("transcoder")
            .setSource(SOURCE)
            .setDestination(DESTINATION)
            .addRecipients("rosa://17/user/bob")
            .setServiceStart(seconds())
            .setSeconds(60)
            .setSignedAt(seconds())
            .build();
    return requestOf(user, asked);
  }

  /** The same of a statement; each has another session. */
  static AuditEntry.Builder requestOf(Identity user, ServiceRequestStatement asked) {
    AuditedDecision.Builder decision =
        AuditedDecision.newBuilder()
            .setMethod("request")
            .setCaller(user.id().toString())
            .setGranted(true)
            .setStatus("OK")
            .setSession(FIRST_SESSION + SESSIONS.incrementAndGet())
            .setSigned(
                StatementSigner.sign(user, StatementKind.SERVICE_REQUEST, asked.toByteArray()))
            .setAnswer(
                AuditedSession.newBuilder()
                    .setDomain(user.id().domain())
                    .setSst(asked.getServiceStart())
                    .setSet(asked.getServiceStart() + asked.getSeconds())
                    .setSuite(asked.getSuite())
                    .setCode(asked.getCode())
                    .setSource(SOURCE)
                    .setDestination(DESTINATION)
                    .addAllRecipients(asked.getRecipientsList()));
    return now().setDecision(decision);
  }

  /** A granted join of session 7, not appended. */
  public static AuditEntry.Builder joinOf(Identity user) {
    JoinStatement asked =
        JoinStatement.newBuilder()
            .setUser(user.id().toString())
            .setSession(7)
            .setSignedAt(seconds())
            .build();
    AuditedDecision.Builder decision =
        AuditedDecision.newBuilder()
            .setMethod("join")
            .setCaller(user.id().toString())
            .setGranted(true)
            .setStatus("OK")
            .setSession(7)
            .setSigned(StatementSigner.sign(user, StatementKind.SESSION_JOIN, asked.toByteArray()))
            .setAnswer(
                AuditedSession.newBuilder()
                    .setDomain(user.id().domain())
                    .setCode("transcoder")
                    .addRecipients(user.id().toString()));
    return now().setDecision(decision);
  }

  private static int seconds() {
    return (int) Instant.now().getEpochSecond();
  }

  private static AuditEntry.Builder now() {
    return AuditEntry.newBuilder().setAtMillis(Instant.now().toEpochMilli());
  }

  /** Appends the act that prunes the first rows, and deletes their entries. */
  public TestLog withPruned(int rows) {
    withPruneAfterARead(rows);
    pruned = rows;
    return this;
  }

  /** The same, but the entries are deleted when some have been read. */
  TestLog withPruneAfterARead(int rows) {
    AuditedAct act =
        AuditedAct.newBuilder()
            .setOperator("root")
            .setAct(PruneAct.NAME)
            .setNewValue(PruneAct.value(rows))
            .build();
    append(now().setAct(act));
    prunedNext = rows;
    return this;
  }

  /** An entry as it was. */
  byte[] unpruned(int row) {
    return entries.get(row).clone();
  }

  /** The checkpoint of the first rows as a witness has cosigned it. */
  public KeptCheckpoint cosigned(int size, Identity witness) {
    try {
      NoteSigner cosigner =
          NoteSigner.randomWitness(KeyStatements.nameOfWitness(witness.id()), new SecureRandom());
      String note = checkpoint(size).cosigned(cosigner, Instant.now()).toString();
      return KeptCheckpoint.newBuilder()
          .setWitnessKey(KeyStatements.ofWitness(witness, cosigner.key(), Instant.now()))
          .setCheckpoint(LogCheckpoint.newBuilder().setNote(ByteString.copyFromUtf8(note)))
          .build();
    } catch (TransparencyException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The checkpoint of the first rows. */
  public SignedNote checkpoint(int size) {
    CompactRange range = CompactRange.EMPTY;
    for (byte[] entry : entries.subList(0, size)) {
      range = range.with(TreeHash.leaf(entry)).range();
    }
    return Checkpoint.sign(range, signer);
  }

  /** Writes an export of all rows; returns its directory. */
  public Path exportTo(Path directory) throws IOException {
    new ExportWriter(this, directory).write(checkpoint(size()), size());
    return directory;
  }

  /** The proof of a row. */
  public InclusionProof prove(int row) {
    List<TreeHash> path =
        new Proofs((level, index) -> hashes(level, index, 1).get(0)).inclusion(row, size());
    return new InclusionProof(entries.get(row), row, path, checkpoint(size()));
  }

  @Override
  public List<byte[]> entries(long first, int count) {
    int now = pruned;
    pruned = prunedNext;
    return LongStream.range(first, first + count)
        .mapToObj(row -> row < now ? new byte[0] : entries.get((int) row))
        .toList();
  }

  @Override
  public List<TreeHash> hashes(int level, long first, int count) {
    return LongStream.range(first, first + count)
        .mapToObj(index -> entries.subList((int) (index << level), (int) ((index + 1) << level)))
        .map(leaves -> ExportedHashes.root(leaves.stream().map(TreeHash::leaf).toList()))
        .toList();
  }
}
