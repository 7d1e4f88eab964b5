package dev.rosa.as.administration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.administration.ActStatement;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.keys.CodeDigest;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdministrationHandlerTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity carol;
  private AdministrationHandler handler;
  private Optional<Set<CodeDigest>> ofRouters = Optional.empty();
  private boolean unseen;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  private Acts.CodesOfRouter codeServers() {
    return new Acts.CodesOfRouter() {
      @Override
      public Optional<Set<CodeDigest>> ask(RosaId router) {
        return ofRouters;
      }

      @Override
      public boolean isUnseen(RosaId router) {
        return unseen;
      }
    };
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    carol = as.domain.administrator("carol");
    as.records.administrators().add("carol");
    handler = handlerOn(as.storage(), as.self, as.records);
  }

  @AfterEach
  void close() {
    as.close();
  }

  private AdministrationHandler handlerOn(
      Storage storage, Identity self, AuthorizationRecords records) {
    return new AdministrationHandler(
        new SignerCheck(self, SignatureVerifier.builtIn()),
        storage,
        records,
        as.clock,
        operator ->
            new Acts(
                storage, as.recordsBy(operator), self.id(), as.clock, codeServers(), operator));
  }

  private ActStatement act(String name, Map<String, String> arguments) {
    return act(as.clock.instant(), name, arguments);
  }

  private ActStatement act(Instant at, String name, Map<String, String> arguments) {
    byte[] id = new byte[16];
    RANDOM.nextBytes(id);
    return ActStatement.of(carol.id(), ByteString.copyFrom(id), at, name, arguments);
  }

  private List<String> carryOut(SignedStatement signed) throws Refusal {
    return carryOut(handler, carol.id(), signed);
  }

  private static List<String> carryOut(
      AdministrationHandler handler, RosaId caller, SignedStatement signed) throws Refusal {
    try {
      return handler.handle(caller, signed).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw e;
    }
  }

  private List<String> done(String name, Map<String, String> arguments) throws Refusal {
    return carryOut(act(name, arguments).signedBy(carol));
  }

  private void refused(SignedStatement signed, Status.Code code, String sentence) {
    refused(handler, carol.id(), signed, code, sentence);
  }

  private void refused(
      AdministrationHandler at,
      RosaId caller,
      SignedStatement signed,
      Status.Code code,
      String sentence) {
    Refusal refusal = assertThrows(Refusal.class, () -> carryOut(at, caller, signed));
    assertEquals(code, refusal.code(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
    assertEquals("administration", as.audited().method());
    assertEquals("refused", as.audited().decision().outcome());
  }

  @Test
  void shouldRecordSignedBytesAndAnswerWhenActIsCarriedOut() throws Exception {
    SignedStatement signed = act("user add", Map.of("name", "bob")).signedBy(carol);
    assertEquals(List.of("user bob added"), carryOut(signed));
    assertTrue(as.records.users().find("bob").isPresent());
    AuditEntry entry = as.audit().entries().get(0);
    assertEquals(signed, entry.getDecision().getSigned());
    assertEquals(List.of("user bob added"), entry.getDecision().getDoneList());
    assertEquals(carol.id().toString(), as.audit().newestActs(1).get(0).who());
    assertEquals(1, as.records.counts().all().get("administered"));
  }

  @Test
  void shouldCountAnIdOnceAlsoAtAnotherServerAndAfterRestart() throws Exception {
    SignedStatement signed = act("user add", Map.of("name", "bob")).signedBy(carol);
    List<String> unused = carryOut(signed);
    as.records.users().remove("bob");
    refused(signed, Status.Code.ALREADY_EXISTS, "carried out before: row ");
    as.open();
    Identity other = as.domain.authorizationServer("as2");
    AdministrationHandler second = handlerOn(as.storage(), other, as.records);
    refused(second, carol.id(), signed, Status.Code.ALREADY_EXISTS, "carried out before");
    assertTrue(as.records.users().find("bob").isEmpty());
  }

  @Test
  void shouldTakeEffectAtTheOtherServerWhenOneCarriesItOut() throws Exception {
    assertTrue(as.ask(Requests.good()).getSession() != 0);
    as.open();
    AdministrationHandler second =
        handlerOn(as.storage(), as.domain.authorizationServer("as2"), as.records);
    String line =
        carryOut(second, carol.id(), act("revoke user", Map.of("name", "alice")).signedBy(carol))
            .get(0);
    assertTrue(line.startsWith("user alice removed, its sessions are revoked until "), line);
    assertThrows(Refusal.class, () -> as.ask(Requests.good()));
  }

  @Test
  void shouldRefuseWhenAnyPartOfTheStatementIsAnother() throws Exception {
    Map<String, String> bob = Map.of("name", "bob");
    ActStatement good = act("user add", bob);
    SignedStatement signed = good.signedBy(carol);
    ByteString changed = act("user add", Map.of("name", "eve")).bytes();
    refused(
        signed.toBuilder().setStatement(changed).build(),
        Status.Code.UNAUTHENTICATED,
        "does not match");
    refused(Requests.sign(carol, Requests.good()), Status.Code.UNAUTHENTICATED, "does not match");
    ActStatement foreign =
        new ActStatement(
            good.requestId(),
            18,
            good.administrator(),
            good.signedAt(),
            "user add",
            good.arguments());
    refused(foreign.signedBy(carol), Status.Code.INVALID_ARGUMENT, "for domain 18");
    ActStatement ofDave =
        new ActStatement(
            good.requestId(),
            17,
            "rosa://17/admin/dave",
            good.signedAt(),
            "user add",
            good.arguments());
    refused(ofDave.signedBy(carol), Status.Code.INVALID_ARGUMENT, "of another administrator than");
    Instant now = as.clock.instant();
    refused(
        act(now.minusSeconds(61), "user add", bob).signedBy(carol),
        Status.Code.INVALID_ARGUMENT,
        "61 s before");
    refused(
        act(now.plusSeconds(61), "user add", bob).signedBy(carol),
        Status.Code.INVALID_ARGUMENT,
        "61 s after");
    byte[] longer = good.bytes().concat(ByteString.copyFrom(new byte[] {0x38, 1})).toByteArray();
    refused(
        StatementSigner.sign(carol, StatementKind.ADMINISTRATION, longer),
        Status.Code.INVALID_ARGUMENT,
        "not known");
    assertTrue(as.records.users().find("bob").isEmpty());
  }

  @Test
  void shouldRefuseWhenSignerIsNoAdministratorHere() throws Exception {
    SignedStatement ofUser = act("user add", Map.of("name", "bob")).signedBy(as.alice);
    refused(
        handler, as.alice.id(), ofUser, Status.Code.INVALID_ARGUMENT, "is not an administrator");
    refused(ofUser, Status.Code.PERMISSION_DENIED, "signed by rosa://17/user/alice");
    as.records.administrators().remove("carol");
    SignedStatement removed = act("user add", Map.of("name", "bob")).signedBy(carol);
    refused(removed, Status.Code.PERMISSION_DENIED, "is not an administrator here");
  }

  @Test
  void shouldRefuseSessionsWhenCallerIsAnAdministrator() {
    SignedStatement request = act("user add", Map.of("name", "bob")).signedBy(carol);
    Refusal refusal = assertThrows(Refusal.class, () -> as.ask(carol.id(), request));
    assertEquals(Status.Code.UNAUTHENTICATED, refusal.code());
  }

  @Test
  void shouldChangeNothingWhenActOrArgumentIsWrong() throws Exception {
    long rows = as.records.audit().tree().size();
    wrong("user drop", Map.of("name", "alice"), "there is no act 'user drop'");
    wrong("admin add", Map.of("name", "eve"), "there is no act 'admin add'");
    wrong("user remove", Map.of(), "'name' is missing");
    wrong("user remove", Map.of("name", "alice", "force", "1"), "no argument 'force'");
    wrong("user add", Map.of("name", "Bob"), "expected a name");
    wrong("code add", Map.of("name", "x", "digest", "ab"), "no SHA-256");
    wrong("revoke session", Map.of("sessions", "xyz"), "no number");
    wrong("revoke session", Map.of("sessions", "1 ".repeat(64) + "1"), "expected at most 64");
    wrong("revocation lift", Map.of("serial", "-1"), "expected a number");
    assertEquals(rows + 9, as.records.audit().tree().size());
    refused(
        act("user remove", Map.of("name", "bob")).signedBy(carol),
        Status.Code.FAILED_PRECONDITION,
        "user 'bob' is not known");
  }

  private void wrong(String act, Map<String, String> arguments, String sentence) {
    refused(act(act, arguments).signedBy(carol), Status.Code.INVALID_ARGUMENT, sentence);
  }

  @Test
  void shouldDoWhatCommandsDoWhenActsAreRight() throws Exception {
    String digest = "cd".repeat(32);
    assertEquals(
        List.of("code counter added, digest " + digest),
        done("code add", Map.of("name", "counter", "digest", digest)));
    assertEquals(
        List.of("rule 2 added"),
        done("rule add", Map.of("user", "*", "code", "counter", "permissions", "read")));
    assertEquals(List.of("rule 2 removed"), done("rule remove", Map.of("id", "2")));
    assertTrue(done("epoch next", Map.of("code", "transcoder")).get(0).startsWith("epoch 2 of"));
    String session = Long.toHexString(as.ask(Requests.good()).getSession());
    assertEquals(
        List.of("sessions revoked: 2 (not known here: 1), revoked before: 0, ended: 0"),
        done("revoke session", Map.of("sessions", session + " 7")));
    assertEquals(List.of("revocation 1 of session 7 lifted"), lifted());
    assertEquals(
        List.of("epochs of code transcoder up to 1 are revoked, their secrets are destroyed"),
        done("revoke epoch", Map.of("code", "transcoder", "up-to", "1")));
    assertEquals(
        List.of("rosa://17/router/r7 is revoked"), done("revoke router", Map.of("router", "r7")));
    assertEquals(1, done("secrets replace", Map.of("router", "r7")).size());
    unseen = true;
    refused(
        act("revoke router", Map.of("router", "r8")).signedBy(carol),
        Status.Code.FAILED_PRECONDITION,
        "no router 'r8' has fetched a secret");
    assertEquals(
        List.of("rosa://17/router/r8 is revoked"),
        done("revoke router", Map.of("router", "r8", "unseen", "yes")));
    ofRouters = Optional.of(Set.of());
    assertTrue(done("secrets replace", Map.of("router", "r7")).get(0).startsWith("no secret"));
    assertTrue(done("revoke rule", Map.of("id", "1")).get(0).startsWith("sessions revoked: 0"));
    assertTrue(done("revoke code", Map.of("name", "transcoder")).get(0).contains("removed"));
    assertEquals(List.of("code counter removed"), done("code remove", Map.of("name", "counter")));
    assertEquals(List.of("user alice removed"), done("user remove", Map.of("name", "alice")));
  }

  private List<String> lifted() throws Refusal {
    List<Long> serials = new ArrayList<>();
    as.records.revocations().list().newest(10).stream()
        .filter(each -> each.subject().equals("7"))
        .forEach(each -> serials.add(each.serial()));
    List<String> lines = done("revocation lift", Map.of("serial", "" + serials.get(0)));
    return List.of(lines.get(0).replace("revocation " + serials.get(0), "revocation 1"));
  }

  @Test
  void shouldLimitActsAMinuteWhenAnAdministratorIsTooFast() throws Exception {
    for (int i = 0; i < HandlerFixture.QUOTA.maxRequestsPerMinute(); i++) {
      as.records.requestQuotas().takeAct(carol.id(), as.clock.instant());
    }
    refused(
        act("user add", Map.of("name", "bob")).signedBy(carol),
        Status.Code.RESOURCE_EXHAUSTED,
        "asks too often");
    as.clock.move(Duration.ofMinutes(2));
    assertEquals(List.of("user bob added"), done("user add", Map.of("name", "bob")));
    UserRegistry.User bob = as.records.users().find("bob").orElseThrow();
    assertEquals("bob", bob.name());
  }
}
