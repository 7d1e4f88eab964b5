package dev.rosa.as.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Quota;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.AuditLog;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.role.AdministrationException;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.ProofCheck;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.TreeHash;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log that a server writes: its leaves, their numbers, its proofs. */
class AuditTreeTest {

  private static final int TOGETHER = 40;

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity bob;
  private NoteSigner signer;
  private Checkpoints checkpoints;

  /** Acts of the fixture come first. */
  private long first;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), new Quota(0, 0));
    bob = as.domain.user("bob");
    signer = LogKey.ofDomain(as.storage(), 17, new SecureRandom(), as.clock);
    checkpoints = new Checkpoints(as.storage(), signer, as.clock);
    first = tree().size();
  }

  @AfterEach
  void close() {
    as.close();
  }

  private AuditTree tree() {
    return as.records.audit().tree();
  }

  /** Root over the stored entries, computed anew. */
  private TreeHash root() {
    CompactRange range = CompactRange.EMPTY;
    for (byte[] entry : tree().entries(0, (int) tree().size())) {
      range = range.with(TreeHash.leaf(entry)).range();
    }
    return range.root();
  }

  @Test
  void shouldRecordWhatIsAnsweredButNoKey() throws Exception {
    SignedStatement signed = as.signed(Requests.good().addRecipients(bob.id().toString()));
    ServiceGrant given = as.ask(signed);
    ServiceGrant joined = as.join(bob, given.getSession());
    assertEquals(first + 2, tree().size());
    AuditEntry request = AuditEntry.parseFrom(tree().entry(first).orElseThrow());
    AuditedSession answer = request.getDecision().getAnswer();
    assertEquals(signed, request.getDecision().getSigned());
    assertEquals(given.getSession(), request.getDecision().getSession());
    assertEquals(given.getSet(), answer.getSet());
    assertEquals(given.getUser(), answer.getUser());
    assertEquals(given.getCodeDigest(), answer.getCodeDigest());
    assertEquals(List.of(bob.id().toString()), answer.getRecipientsList());
    AuditEntry join = AuditEntry.parseFrom(tree().entry(first + 1).orElseThrow());
    assertEquals(answer, join.getDecision().getAnswer());
    assertEquals(first + 1, join.getLeaf());
    assertTrue(given.getKHmac().size() > 0 && joined.equals(given));
    for (byte[] entry : tree().ofSession(given.getSession(), 10)) {
      assertFalse(contains(entry, given.getKHmac()));
    }
    assertEquals(2, tree().ofSession(given.getSession(), 10).size());
  }

  private static boolean contains(byte[] entry, ByteString part) {
    ByteString whole = ByteString.copyFrom(entry);
    for (int at = 0; at + part.size() <= whole.size(); at++) {
      if (whole.substring(at, at + part.size()).equals(part)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void shouldNumberLeavesWithoutGapsWhenRequestsShareCommits() throws Exception {
    SignedStatement twice = as.signed(Requests.good());
    List<CompletableFuture<ServiceGrant>> answers = new ArrayList<>();
    for (int i = 0; i < TOGETHER; i++) {
      SignedStatement signed = i % 4 == 0 ? twice : as.signed(Requests.good());
      answers.add(as.requests.handle(as.alice.id(), signed).toCompletableFuture());
    }
    answers.forEach(answer -> answer.handle((grant, refusal) -> grant).join());
    assertEquals(first + TOGETHER, tree().size());
    for (int leaf = 0; leaf < tree().size(); leaf++) {
      assertEquals(leaf, AuditEntry.parseFrom(tree().entry(leaf).orElseThrow()).getLeaf());
    }
    assertEquals(root(), Checkpoint.verified(checkpoints.newest().note(), signer.key()).root());
  }

  @Test
  void shouldRecordEveryChangeByCommandWithItsOperator() throws Exception {
    as.records.users().add("carol");
    as.records.users().remove("carol");
    as.records.codes().remove("transcoder");
    as.records.rules().remove(1);
    assertThrows(AdministrationException.class, () -> as.records.users().add("alice"));
    List<AuditLog.Act> acts = as.audit().newestActs(4);
    assertEquals(
        List.of("rule remove", "code remove", "user remove", "user add"),
        acts.stream().map(AuditLog.Act::act).toList());
    assertTrue(acts.get(0).oldValue().startsWith("rule 1: user=alice code=transcoder"));
    String code = "transcoder " + HandlerFixture.TRANSCODER.hex();
    assertEquals(List.of(code, ""), List.of(acts.get(1).oldValue(), acts.get(1).newValue()));
    assertEquals(
        new AuditLog.Act(
            as.clock.instant(), System.getProperty("user.name"), "user add", "", "carol"),
        acts.get(3));
    assertEquals(first + 4, tree().size());
  }

  @Test
  void shouldLeaveNoLeafWhenItsTransactionFails() throws Exception {
    as.ask(Requests.good());
    assertThrows(
        IllegalStateException.class,
        () ->
            as.storage()
                .useTransaction(
                    handle -> {
                      tree().append(handle, AuditEntry.newBuilder(), 0);
                      throw new IllegalStateException("after the leaf");
                    }));
    as.ask(Requests.good());
    assertEquals(first + 2, tree().size());
    assertEquals(root(), Checkpoint.verified(checkpoints.newest().note(), signer.key()).root());
  }

  @Test
  void shouldProveEveryRowAndEveryGrowth() throws Exception {
    List<Checkpoint> older = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      older.add(Checkpoint.verified(checkpoints.newest().note(), signer.key()));
      assertThrows(Refusal.class, () -> as.join(bob, 99));
    }
    Checkpoints.Signed newest = checkpoints.newest();
    Checkpoint now = Checkpoint.verified(newest.note(), signer.key());
    Proofs proofs = new Proofs(tree());
    for (Checkpoint then : older) {
      assertTrue(
          ProofCheck.isConsistent(
              then.size(),
              then.root(),
              now.size(),
              now.root(),
              proofs.consistency(then.size(), now.size())));
    }
    for (int row = 0; row < newest.size(); row++) {
      InclusionProof proof =
          new InclusionProof(
              tree().entry(row).orElseThrow(),
              row,
              proofs.inclusion(row, newest.size()),
              newest.note());
      assertEquals(now, proof.verify(signer.key()));
    }
  }
}
