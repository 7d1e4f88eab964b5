package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.keys.CodeDigest;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyMemoryTest {

  private static final Grant GRANT = new Grant(100, 0, Grant.MODIFY | Grant.DROP);

  @TempDir Path folder;
  private HandlerFixture as;

  /** As another process has them, with a connection and a memory of its own. */
  private AuthorizationRecords others;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    others = as.records;
    as.open();
  }

  @AfterEach
  void close() {
    as.close();
  }

  private long version() {
    return as.records
        .sessions()
        .prior(as.alice.id(), ByteString.copyFrom(new byte[16]))
        .policyVersion();
  }

  private Status.Code answer() {
    try {
      as.ask(Requests.good());
      return Status.Code.OK;
    } catch (Refusal refusal) {
      return refusal.code();
    }
  }

  private Rule rule() {
    return others.rules().list().get(0);
  }

  @Test
  void shouldDecideByTheUserAsAnotherProcessLeftIt() throws Exception {
    assertEquals(Status.Code.OK, answer());
    others.users().remove("alice");
    assertEquals(Status.Code.PERMISSION_DENIED, answer());
    others.users().add("alice");
    assertEquals(Status.Code.OK, answer());
  }

  @Test
  void shouldDecideByTheCodeAsAnotherProcessLeftIt() throws Exception {
    assertEquals(Status.Code.OK, answer());
    others.codes().remove("transcoder");
    assertEquals(Status.Code.NOT_FOUND, answer());
    CodeDigest other = CodeDigest.ofBundle(new byte[] {1});
    others.codes().add("transcoder", other);
    others.epochs().openMissing();
    as.confirmAll();
    assertEquals(ByteString.copyFrom(other.toBytes()), as.ask(Requests.good()).getCodeDigest());
  }

  @Test
  void shouldDecideByTheRulesAsAnotherProcessLeftThem() throws Exception {
    assertEquals(Status.Code.OK, answer());
    others.rules().remove(rule().id());
    assertEquals(Status.Code.PERMISSION_DENIED, answer());
    assertNotEquals(0, as.rule("*", "*", "*", GRANT));
    assertEquals(Status.Code.OK, answer());
  }

  @Test
  void shouldDecideByTheConfigurationOfALaterStart() throws Exception {
    assertEquals(Status.Code.OK, answer());
    Rule admin = rule();
    Rule declared =
        new Rule(
            0,
            admin.user(),
            admin.code(),
            admin.source(),
            admin.destination(),
            admin.maxWindow(),
            admin.grant(),
            admin.quota(),
            Origin.CONFIG);
    others.rules().remove(admin.id());
    as.storage().useTransaction(handle -> others.rules().configure(handle, List.of(declared)));
    assertEquals(Status.Code.OK, answer());
    as.storage().useTransaction(handle -> others.rules().configure(handle, List.of()));
    assertEquals(Status.Code.PERMISSION_DENIED, answer());
  }

  @Test
  void shouldReadAgainOnlyWhenSomethingHasChanged() throws Exception {
    PolicyMemory.Policy first = as.records.policy().at(version());
    assertEquals(Status.Code.OK, answer());
    assertSame(first, as.records.policy().at(version()));
    others.users().add("bob");
    PolicyMemory.Policy second = as.records.policy().at(version());
    assertEquals(version(), second.version());
    assertEquals("bob", second.user("bob").orElseThrow().name());
  }

  @Test
  void shouldSeeAStatementOfADatabaseAdministrator() {
    for (String statement :
        List.of(
            "UPDATE users SET active = 0",
            "UPDATE codes SET active = 0",
            "UPDATE rules SET max_sessions = 1",
            "DELETE FROM rules",
            "DELETE FROM users")) {
      long before = version();
      as.storage().useTransaction(handle -> handle.execute(statement));
      assertNotEquals(before, version(), statement);
    }
  }

  @Test
  void shouldKeepVersionWhenAChangeIsUndone() {
    long before = version();
    assertThrows(
        IllegalStateException.class,
        () ->
            as.storage()
                .useTransaction(
                    handle -> {
                      handle.execute("DELETE FROM rules");
                      throw new IllegalStateException("undone");
                    }));
    assertEquals(before, version());
    assertEquals(Status.Code.OK, answer());
  }

  @Test
  void shouldGrantNothingByRulesThatHaveChangedMeanwhile() throws Exception {
    long decidedBy = version();
    assertEquals(Status.Code.OK, answer());
    SessionLedger.Session issued = newestSession();
    SessionLedger.Issue issue =
        new SessionLedger.Issue(
            AuditLog.Received.unverified(
                as.clock.instant(), "request", as.alice.id(), as.signed(Requests.good())),
            ByteString.copyFrom(new byte[16]),
            rule(),
            issued.code(),
            issued.parameters(),
            Set.of());
    others.rules().remove(rule().id());
    CompletionException refused =
        assertThrows(
            CompletionException.class,
            () ->
                as.records
                    .sessions()
                    .record(decidedBy, List.of(issue))
                    .toCompletableFuture()
                    .join());
    assertEquals("the rules have changed meanwhile; try again", refused.getCause().getMessage());
  }

  private SessionLedger.Session newestSession() {
    long session = as.audit().newest(1).get(0).decision().session();
    return as.records.sessions().find(session).orElseThrow();
  }
}
