package dev.rosa.as.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestedJoin;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.SessionLedger;
import dev.rosa.as.state.SubjectRevocations;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinHandlerTest {
  @TempDir Path folder;
  private HandlerFixture as;
  private Identity bob;
  private ServiceGrant given;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    bob = as.domain.user("bob");
    given =
        as.ask(
            Requests.good()
                .addRecipients(bob.id().toString())
                .setSuite(Suite.AES128_CTR_HMAC_SHA256.id()));
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldGiveTheSameKeyWhenRecipientJoinsAlsoAfterRestart() throws Exception {
    assertEquals(given, as.join(bob, given.getSession()));
    as.open();
    assertEquals(given, as.join(bob, given.getSession()));
    assertEquals("join", as.audited().method());
    assertEquals(bob.id().toString(), as.audited().caller());
    assertEquals(
        new AuditLog.Decision("granted", "OK", "", given.getSession()), as.audited().decision());
  }

  @Test
  void shouldRefuseWhenCallerIsNoRecipient() {
    refused(as.alice, given.getSession(), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldRecordNoJoinLongAfterLaterRequestsWereGranted() throws Exception {
    SignedStatement signed = signed(joining());
    AuditLog.Received received =
        AuditLog.Received.unverified(as.clock.instant(), "join", bob.id(), signed).asVerified();
    as.clock.move(Duration.ofMinutes(6));
    as.ask(Requests.good());
    record(received);
    as.clock.move(Duration.ofSeconds(1));
    as.ask(Requests.good());
    Refusal refusal = assertThrows(Refusal.class, () -> record(received));
    assertEquals(Status.Code.UNAVAILABLE, refusal.code());
    assertTrue(
        refusal.getMessage().contains("requests that came 361 s later were granted meanwhile"),
        refusal.getMessage());
  }

  /** Records a join as one of which the decision has taken long. */
  private void record(AuditLog.Received received) throws Refusal {
    JoinStatement.Builder another = joining();
    RequestedJoin join = RequestedJoin.parse(another.build().toByteString());
    SessionLedger.Session session = as.records.sessions().find(given.getSession()).orElseThrow();
    try {
      SessionLedger.Session unused =
          as.records.joins().record(received, join, session).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw (Refusal) e.getCause();
    }
  }

  @Test
  void shouldRefuseWhenSessionIsUnknown() {
    refused(bob, given.getSession() + 1, Status.Code.NOT_FOUND);
  }

  @Test
  void shouldRefuseWhenSessionHasEnded() throws Exception {
    as.clock.move(Duration.ofSeconds(61));
    as.join(bob, given.getSession());
    as.clock.move(Duration.ofSeconds(1));
    refused(bob, given.getSession(), Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void shouldRefuseARecipientWhoseSessionsWereRevoked() throws Exception {
    as.records.users().add("bob");
    assertEquals(given, as.join(bob, given.getSession()));
    SubjectRevocations.Done unused = as.records.revocations().subjects().revokeUser(bob.id());
    refused(bob, given.getSession(), Status.Code.PERMISSION_DENIED);
    as.clock.move(Duration.ofDays(2));
    ServiceGrant later = as.ask(Requests.good().addRecipients(bob.id().toString()));
    refused(bob, later.getSession(), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldKeepSignedBytesAndAnswerWhenRecipientJoins() throws Exception {
    SignedStatement signed = signed(joining());
    as.join(bob.id(), signed);
    AuditedDecision row = as.audit().entries().get(0).getDecision();
    assertEquals(signed, row.getSigned());
    assertEquals(given.getCodeDigest(), row.getAnswer().getCodeDigest());
    assertEquals(given.getEpoch(), row.getAnswer().getEpoch());
  }

  @Test
  void shouldRefuseWhenJoinIsRepeatedAlsoAfterRestart() throws Exception {
    SignedStatement signed = signed(joining());
    as.join(bob.id(), signed);
    refused(signed, given.getSession(), Status.Code.ALREADY_EXISTS, "answered before");
    as.open();
    refused(signed, given.getSession(), Status.Code.ALREADY_EXISTS, "answered before");
    as.clock.move(Duration.ofSeconds(59));
    refused(signed, given.getSession(), Status.Code.ALREADY_EXISTS, "answered before");
  }

  @Test
  void shouldForgetIdsOnlyWhenTheirTimeIsOver() throws Exception {
    SignedStatement signed = signed(joining());
    as.join(bob.id(), signed);
    as.clock.move(Duration.ofSeconds(58));
    as.join(bob, given.getSession());
    assertEquals(2, keptIds());
    ServiceGrant later = as.ask(Requests.good().addRecipients(bob.id().toString()));
    as.clock.move(Duration.ofSeconds(59));
    as.join(bob, later.getSession());
    as.clock.move(Duration.ofSeconds(4));
    refused(signed, given.getSession(), Status.Code.INVALID_ARGUMENT, "121 s before");
    ServiceGrant last = as.ask(Requests.good().addRecipients(bob.id().toString()));
    as.join(bob, last.getSession());
    assertEquals(3, keptIds());
  }

  private int keptIds() {
    return as.storage()
        .withHandle(
            handle -> handle.createQuery("SELECT COUNT(*) FROM joins").mapTo(Integer.class).one());
  }

  @Test
  void shouldRefuseWhenJoinIsLateOrEarly() {
    int now = (int) as.clock.instant().getEpochSecond();
    refusedStatement(
        joining().setSignedAt(now - 61), Status.Code.INVALID_ARGUMENT, "signed 61 s before");
    refusedStatement(
        joining().setSignedAt(now + 61), Status.Code.INVALID_ARGUMENT, "signed 61 s after");
  }

  @Test
  void shouldRefuseWhenJoinIsForAnotherServerOrOfAnotherUser() {
    refusedStatement(
        joining().setAuthorizationServer("rosa://17/as/as2"),
        Status.Code.PERMISSION_DENIED,
        "meant for 'rosa://17/as/as2'");
    refusedStatement(
        joining().setUser(as.alice.id().toString()),
        Status.Code.PERMISSION_DENIED,
        "is for 'rosa://17/user/alice'");
  }

  @Test
  void shouldRefuseWhenAnotherUserSigned() {
    SignedStatement signed = Requests.sign(as.alice, joining());
    refused(signed, 0, Status.Code.PERMISSION_DENIED, "signed by rosa://17/user/alice");
    as.assertKeptOnlyDigest(signed);
  }

  @Test
  void shouldRefuseWhenSignatureIsForgedMissingOrOfAnotherKind() {
    SignedStatement signed = signed(joining());
    SignedStatement forged =
        signed.toBuilder()
            .setStatement(joining().setSession(given.getSession() + 1).build().toByteString())
            .build();
    refused(forged, 0, Status.Code.UNAUTHENTICATED, "does not match");
    refused(SignedStatement.getDefaultInstance(), 0, Status.Code.UNAUTHENTICATED, "certificate");
    SignedStatement ofRequest =
        StatementSigner.sign(bob, StatementKind.SERVICE_REQUEST, joining().build().toByteArray());
    refused(ofRequest, 0, Status.Code.UNAUTHENTICATED, "ROSA-v1 session-join");
  }

  @Test
  void shouldRefuseWhenStatementIsNoJoinOrHasMore() {
    refusedStatement(
        joining().setRequestId(ByteString.copyFrom(new byte[15])),
        Status.Code.INVALID_ARGUMENT,
        "has 15 bytes");
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    refusedStatement(
        joining().setUnknownFields(more), Status.Code.INVALID_ARGUMENT, "does not know");
    SignedStatement noise = StatementSigner.sign(bob, StatementKind.SESSION_JOIN, new byte[] {1});
    refused(noise, 0, Status.Code.INVALID_ARGUMENT, "is not a request to join");
  }

  private JoinStatement.Builder joining() {
    return Requests.join(bob.id(), given.getSession(), as.clock);
  }

  private SignedStatement signed(JoinStatement.Builder statement) {
    return Requests.sign(bob, statement);
  }

  private void refusedStatement(
      JoinStatement.Builder statement, Status.Code code, String sentence) {
    boolean readable =
        statement.getRequestId().size() == 16 && statement.getUnknownFields().asMap().isEmpty();
    refused(signed(statement), readable ? given.getSession() : 0, code, sentence);
  }

  private void refused(SignedStatement signed, long session, Status.Code code, String sentence) {
    Refusal refusal = assertThrows(Refusal.class, () -> as.join(bob.id(), signed));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
    assertEquals(code, refusal.code());
    assertEquals(
        new AuditLog.Decision("refused", code.name(), refusal.getMessage(), session),
        as.audited().decision());
    assertEquals("join", as.audited().method());
  }

  private void refused(Identity caller, long session, Status.Code code) {
    Refusal refusal = assertThrows(Refusal.class, () -> as.join(caller, session));
    assertEquals(code, refusal.code());
    assertEquals(
        new AuditLog.Decision("refused", code.name(), refusal.getMessage(), session),
        as.audited().decision());
  }
}
