package dev.rosa.as.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.storage.StorageException;
import dev.rosa.storage.StorageFaults.Kind;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A storage that fails at any step of a decision: no key without its row in the audit log, no half
 * of a record, and the log verifies after each failure. {@code -Drosa.faults=N} lets each kind of
 * decision fail N times at its request, and N times at its answer. In the suite every step of each
 * fails in every way, and 200 answers are lost.
 */
class DecisionFaultsTest {

  private static final int TOGETHER = 5;
  private static final int MOST_STEPS = 200;

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity bob;
  private AuditedStorage stored;
  private long session;
  private int sinceSession;

  /** Location of the records. */
  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  /** Failures of each kind of decision. */
  int failures() {
    return Integer.getInteger("rosa.faults", 67);
  }

  /** Steps of a commit that several requests share; each is tried. */
  int sharedSteps() {
    return 10;
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    bob = as.domain.user("bob");
    stored = new AuditedStorage(as);
  }

  @AfterEach
  void close() throws Exception {
    stored.assertExportVerifies(folder.resolve("export"));
    as.close();
  }

  /** A decision on a statement. */
  private interface Decision {
    SignedStatement sign() throws Exception;

    void decide(SignedStatement signed) throws Refusal;

    /** Its answer when no fault is left. */
    default void again(SignedStatement signed, boolean recorded) throws Exception {
      if (recorded) {
        assertAnsweredBefore(() -> decide(signed));
      } else {
        decide(signed);
      }
    }
  }

  private SignedStatement request(String code) {
    ServiceRequestStatement.Builder wanted =
        Requests.good().setCode(code).addRecipients(bob.id().toString());
    return as.signed(wanted);
  }

  private final class Grant implements Decision {
    @Override
    public SignedStatement sign() {
      return request("transcoder");
    }

    @Override
    public void decide(SignedStatement signed) throws Refusal {
      ServiceGrant unused = as.ask(signed);
    }
  }

  private final class Join implements Decision {
    @Override
    public SignedStatement sign() throws Exception {
      if (sinceSession++ % 10 == 0) {
        session = as.ask(request("transcoder")).getSession();
      }
      return Requests.sign(bob, Requests.join(bob.id(), session, as.clock));
    }

    @Override
    public void decide(SignedStatement signed) throws Refusal {
      ServiceGrant unused = as.join(bob.id(), signed);
    }
  }

  /** The refusal of a code that no rule names. */
  private final class No implements Decision {
    @Override
    public SignedStatement sign() {
      return request("unknown");
    }

    @Override
    public void decide(SignedStatement signed) throws Refusal {
      ServiceGrant unused = as.ask(signed);
    }

    @Override
    public void again(SignedStatement signed, boolean recorded) {
      assertThrows(Refusal.class, () -> decide(signed));
    }
  }

  private static void assertAnsweredBefore(Executable decision) {
    assertEquals(Status.Code.ALREADY_EXISTS, assertThrows(Refusal.class, decision).code());
  }

  @Test
  void shouldGiveNoKeyAndKeepNoHalfWhenStorageFailsAtAnyStepOfARequest() throws Exception {
    failAtEachStep(new Grant());
  }

  @Test
  void shouldGiveNoKeyAndKeepNoHalfWhenStorageFailsAtAnyStepOfAJoin() throws Exception {
    failAtEachStep(new Join());
  }

  @Test
  void shouldTellNoRefusalThatIsNotRecordedWhenStorageFailsAtAnyStep() throws Exception {
    failAtEachStep(new No());
  }

  private void failAtEachStep(Decision decision) throws Exception {
    int failures = 0;
    while (failures < failures()) {
      for (Kind kind : Kind.values()) {
        failures += failAtEachStep(decision, kind, false);
      }
      // A disk stays full.
      failures += failAtEachStep(decision, Kind.REFUSED, true);
    }
  }

  /** Returns how many steps have failed. */
  private int failAtEachStep(Decision decision, Kind kind, boolean lasting) throws Exception {
    for (int step = 1; step < MOST_STEPS; step++) {
      SignedStatement signed = decision.sign();
      long rows = stored.size();
      as.faults.failAt(step, kind, lasting);
      Exception failure = failureOf(decision, signed);
      if (!as.faults.heal()) {
        return step - 1;
      }
      assertFailed(failure, step + " " + kind);
      boolean recorded = stored.size() > rows;
      assertTrue(!recorded || kind == Kind.UNANSWERED, step + " " + kind);
      checkAndGoOn(decision, signed, recorded);
    }
    throw new AssertionError("a decision has more than " + MOST_STEPS + " steps");
  }

  private static void assertFailed(Exception failure, String at) {
    assertTrue(
        failure instanceof StorageException
            || (failure instanceof CompletionException
                && failure.getCause() instanceof StorageException),
        () -> at + ": " + failure);
  }

  private static Exception failureOf(Decision decision, SignedStatement signed) {
    try {
      decision.decide(signed);
      return null;
    } catch (RuntimeException | Refusal e) {
      return e;
    }
  }

  private void checkAndGoOn(Decision decision, SignedStatement signed, boolean recorded)
      throws Exception {
    stored.assertWhole();
    decision.again(signed, recorded);
    stored.assertWhole();
    as.clock.move(Duration.ofSeconds(4));
  }

  @Test
  void shouldCountRequestOnceWhenItsAnswerIsLostAfterTheCommit() throws Exception {
    for (Decision decision : List.of(new Grant(), new Join(), new No())) {
      for (int i = 0; i < failures(); i++) {
        SignedStatement signed = decision.sign();
        long rows = stored.size();
        as.faults.failCommits(Kind.UNANSWERED);
        assertFailed(failureOf(decision, signed), "commit");
        assertTrue(as.faults.heal());
        assertEquals(rows + 1, stored.size());
        checkAndGoOn(decision, signed, true);
      }
    }
  }

  @Test
  void shouldAnswerOnlyWhatIsRecordedWhenStorageFailsUnderSeveralRequests() throws Exception {
    for (Kind kind : Kind.values()) {
      for (int step = 1; step <= sharedSteps(); step++) {
        as.faults.failAt(step, kind, false);
        List<CompletableFuture<ServiceGrant>> all = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
          all.add(asked(request("transcoder")));
        }
        List<Long> answered = new ArrayList<>();
        for (CompletableFuture<ServiceGrant> each : all) {
          ServiceGrant grant = each.exceptionally(failure -> null).join();
          if (grant != null) {
            answered.add(grant.getSession());
          }
        }
        boolean unused = as.faults.heal();
        stored.assertWhole();
        stored.assertGranted(answered);
        as.clock.move(Duration.ofSeconds(4));
      }
    }
  }

  private CompletableFuture<ServiceGrant> asked(SignedStatement signed) {
    try {
      return as.requests.handle(as.alice.id(), signed).toCompletableFuture();
    } catch (StorageException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
