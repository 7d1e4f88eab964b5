package dev.rosa.as.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.AuditReader;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.ClockFloor;
import dev.rosa.config.IpLiteral;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceRequestHandlerTest {
  @TempDir Path folder;
  private HandlerFixture as;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldGiveTheKeyThatRoutersDeriveWhenRequestIsAllowed() throws Exception {
    SignedStatement signed = as.signed(Requests.good());
    ServiceGrant given = as.ask(signed);
    CodeSecret kci = as.records.secrets().find(HandlerFixture.TRANSCODER, 1).orElseThrow();
    SessionParameters parameters =
        new SessionParameters(
            Suite.HMAC_SHA256,
            17,
            1,
            given.getSst(),
            given.getSst() + 60,
            given.getSession(),
            UserId.of(given.getUser().toByteArray()),
            HandlerFixture.TRANSCODER,
            new Grant(100, 0, Grant.MODIFY | Grant.DROP),
            IpLiteral.parse("10.0.1.1"),
            IpLiteral.parse("10.0.2.1"));
    SessionKey key = new KeyDerivation().derive(parameters, kci);
    assertArrayEquals(key.macKey(), given.getKHmac().toByteArray());
    assertEquals(0, given.getKEncrypt().size());
    assertEquals(parameters.grant().bits(), given.getGrant());
    assertNotEquals(0, given.getSession());
    AuditReader.Row row = as.audited();
    assertEquals(signed, row.signed());
    assertEquals(new AuditLog.Decision("granted", "OK", "", given.getSession()), row.decision());
    assertEquals("rosa://17/user/alice", row.caller());
  }

  @Test
  void shouldKeepUserIdAndChangeSessionWhenAskedAgain() throws Exception {
    ServiceGrant first = as.ask(Requests.good());
    ServiceGrant second = as.ask(Requests.good());
    assertEquals(first.getUser(), second.getUser());
    assertNotEquals(first.getSession(), second.getSession());
    as.records.users().remove("alice");
    as.records.users().add("alice");
    assertEquals(first.getUser(), as.ask(Requests.good()).getUser());
  }

  @Test
  void shouldRefuseWhenSignatureOrLabelIsWrong() {
    SignedStatement signed = as.signed(Requests.good());
    SignedStatement changed =
        signed.toBuilder()
            .setStatement(Requests.good().setSeconds(61).build().toByteString())
            .build();
    as.assertRefused(changed, Status.Code.UNAUTHENTICATED, "does not match the statement");
    as.assertKeptOnlyDigest(changed);
    SignedStatement otherLabel =
        StatementSigner.sign(
            as.alice, StatementKind.PUBLICATION, Requests.good().build().toByteArray());
    as.assertRefused(otherLabel, Status.Code.UNAUTHENTICATED, "does not match the statement");
    as.assertKeptOnlyDigest(otherLabel);
    as.assertRefused(
        SignedStatement.getDefaultInstance(), Status.Code.UNAUTHENTICATED, "certificate");
  }

  @Test
  void shouldRefuseWhenSignerIsNotTheCaller() {
    Identity mallory = as.domain.user("mallory");
    SignedStatement ofMallory = as.signed(mallory, Requests.good());
    as.assertRefused(
        ofMallory,
        Status.Code.PERMISSION_DENIED,
        "the request was signed by rosa://17/user/mallory but comes from rosa://17/user/alice");
    as.assertKeptOnlyDigest(ofMallory);
    as.assertRefused(
        Requests.good().setUser("rosa://17/user/mallory"),
        Status.Code.PERMISSION_DENIED,
        "is for 'rosa://17/user/mallory'");
  }

  @Test
  void shouldKeepBytesOfRefusedRequestWhenItsSignatureIsRight() {
    SignedStatement signed = as.signed(Requests.good().setCode("other"));
    as.assertRefused(signed, Status.Code.NOT_FOUND, "code 'other' is not known");
    assertEquals(signed, as.audited().signed());
    assertNull(as.audited().unverifiedDigest());
  }

  @Test
  void shouldRefuseWhenMeantForAnotherServer() {
    as.assertRefused(
        Requests.good().setAuthorizationServer("rosa://17/as/as2"),
        Status.Code.PERMISSION_DENIED,
        "is meant for 'rosa://17/as/as2', this is rosa://17/as/as1");
  }

  @Test
  void shouldRefuseWhenSignedAMinuteAgoOrLater() throws Exception {
    int now = (int) as.clock.instant().getEpochSecond();
    as.assertRefused(
        signedAt(now - 61),
        Status.Code.INVALID_ARGUMENT,
        "the request was signed 61 s before the server's time, expected at most 60; set your clock"
            + " or ask anew");
    as.assertRefused(signedAt(now + 61), Status.Code.INVALID_ARGUMENT, "signed 61 s after");
    as.assertRefused(
        signedAt(0), Status.Code.INVALID_ARGUMENT, "the request does not say when it was signed");
    assertNotEquals(0, as.ask(signedAt(now - 60)).getSession());
    assertNotEquals(0, as.ask(signedAt(now + 60)).getSession());
  }

  private SignedStatement signedAt(int seconds) {
    return Requests.sign(as.alice, Requests.good().setSignedAt(seconds));
  }

  @Test
  void shouldNotGrantARefusedRequestLater() throws Exception {
    as.records.users().remove("alice");
    SignedStatement signed = as.signed(Requests.good());
    as.assertRefused(signed, Status.Code.PERMISSION_DENIED, "not known");
    as.records.users().add("alice");
    as.clock.move(Duration.ofSeconds(61));
    as.assertRefused(signed, Status.Code.INVALID_ARGUMENT, "signed 61 s before");
  }

  @Test
  void shouldRefuseReplayAlsoAfterRestart() throws Exception {
    SignedStatement signed = as.signed(Requests.good());
    long session = as.ask(signed).getSession();
    as.assertRefused(signed, Status.Code.ALREADY_EXISTS, "this request was answered before");
    as.open();
    as.assertRefused(signed, Status.Code.ALREADY_EXISTS, "this request was answered before");
    assertTrue(as.records.sessions().find(session).isPresent());
  }

  @Test
  void shouldRefuseWhenWindowIsWrong() {
    int now = (int) as.clock.instant().getEpochSecond();
    as.assertRefused(
        Requests.good().setServiceStart(now).setServiceEnd(now - 1),
        Status.Code.INVALID_ARGUMENT,
        "SET " + (now - 1) + " is not after SST " + now);
    as.assertRefused(
        Requests.good().setServiceStart(now).setServiceEnd(now),
        Status.Code.INVALID_ARGUMENT,
        "is not after SST");
    as.assertRefused(Requests.good().setSeconds(0), Status.Code.INVALID_ARGUMENT, "gives no end");
    as.assertRefused(
        Requests.good().setSeconds(3601),
        Status.Code.INVALID_ARGUMENT,
        "the window of 3601 s is longer than this domain allows, expected at most 1h");
    as.assertRefused(
        Requests.good().setSeconds(601),
        Status.Code.PERMISSION_DENIED,
        "a window of 601 s was asked for, the rule allows at most 10m");
    as.assertRefused(
        Requests.good().setServiceStart(now + 86_402),
        Status.Code.INVALID_ARGUMENT,
        "SST lies 86402 s ahead of the server's clock, expected at most 1d");
    as.assertRefused(
        Requests.good().setServiceStart(now - 5),
        Status.Code.INVALID_ARGUMENT,
        "behind the server's clock, expected at most 2s");
    as.assertRefused(Requests.good().setSeconds(-1), Status.Code.INVALID_ARGUMENT, "beyond");
  }

  @Test
  void shouldAllowClockSkewWhenItIsSmall() throws Exception {
    int now = (int) as.clock.instant().getEpochSecond();
    assertEquals(now - 2, as.ask(Requests.good().setServiceStart(now - 2)).getSst());
  }

  @Test
  void shouldRefuseWhenSuiteIsNotAllowedOrUnknown() throws Exception {
    as.assertRefused(
        Requests.good().setSuite(Suite.HMAC_MD5.id()),
        Status.Code.PERMISSION_DENIED,
        "suite HMAC-MD5 is not allowed in this domain, expected HMAC-SHA256-128,");
    as.assertRefused(Requests.good().setSuite(0x7f), Status.Code.INVALID_ARGUMENT, "no suite 0x7f");
    ServiceGrant given = as.ask(Requests.good().setSuite(Suite.AES256_GCM.id()));
    assertEquals(0, given.getKHmac().size());
    assertEquals(32, given.getKEncrypt().size());
  }

  @Test
  void shouldRefuseWhenUserCodeOrAddressesAreNotInARule() throws Exception {
    Identity bob = as.domain.user("bob");
    ServiceRequestStatement.Builder asBob = Requests.good().setUser(bob.id().toString());
    Refusal unknown = assertThrows(Refusal.class, () -> as.ask(bob.id(), as.signed(bob, asBob)));
    assertEquals("user 'bob' is not known to this server", unknown.getMessage());
    as.records.users().add("bob");
    Refusal noRule = assertThrows(Refusal.class, () -> as.ask(bob.id(), as.signed(bob, asBob)));
    assertEquals(Status.Code.PERMISSION_DENIED, noRule.code());
    assertEquals(noRule.getMessage(), as.audited().decision().reason());
    as.assertRefused(
        Requests.good().setCode("other"), Status.Code.NOT_FOUND, "code 'other' is not known");
    as.assertRefused(
        Requests.good().setDestination(Requests.address("10.0.3.1")),
        Status.Code.PERMISSION_DENIED,
        "no rule allows user 'alice' to use code 'transcoder' from 10.0.1.1 to 10.0.3.1");
  }

  @Test
  void shouldSayWhatIsAllowedWhenGrantAsksForMore() throws Exception {
    as.assertRefused(
        Requests.good().setGrant(GrantRequest.newBuilder().setPacketsPerSecond(101)),
        Status.Code.PERMISSION_DENIED,
        "101 packets per second were asked for, the rule allows at most 100");
    as.assertRefused(
        Requests.good().setGrant(GrantRequest.newBuilder().setPacketsPerSecond(0)),
        Status.Code.PERMISSION_DENIED,
        "unlimited packets per second were asked for, the rule allows at most 100");
    as.assertRefused(
        Requests.good().setGrant(GrantRequest.newBuilder().setFuelThousands(1)),
        Status.Code.PERMISSION_DENIED,
        "the rule allows only the code's own default");
    as.assertRefused(
        Requests.good().setGrant(GrantRequest.newBuilder().setPermissions(Grant.ALL)),
        Status.Code.PERMISSION_DENIED,
        "the permissions read,modify,drop,state were asked for, the rule allows modify,drop");
    as.assertRefused(
        Requests.good().setGrant(GrantRequest.newBuilder().setPermissions(0x0008)),
        Status.Code.INVALID_ARGUMENT,
        "reserved bits");
    ServiceGrant given =
        as.ask(
            Requests.good()
                .setGrant(GrantRequest.newBuilder().setPacketsPerSecond(7).setPermissions(0)));
    assertEquals(new Grant(7, 0, 0).bits(), given.getGrant());
  }

  @Test
  void shouldUseLaterRuleWhenItAllowsMore() throws Exception {
    as.rule("*", "*", "*", new Grant(0, 50, Grant.ALL));
    ServiceGrant given =
        as.ask(Requests.good().setGrant(GrantRequest.newBuilder().setPermissions(Grant.ALL)));
    assertEquals(new Grant(0, 50, Grant.ALL).bits(), given.getGrant());
  }

  @Test
  void shouldNameCodeServerWhenSecretIsNotStaged() throws Exception {
    as.records.codes().remove("transcoder");
    as.records.codes().add("transcoder", CodeDigest.ofBundle(new byte[] {1}));
    String expected =
        "code 'transcoder' is not usable yet: its secret is on its way to the code servers"
            + " 127.0.0.1:7002";
    as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, expected);
    as.records.epochs().openMissing();
    as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, expected);
    as.confirmAll();
    assertEquals(1, as.ask(Requests.good()).getEpoch());
  }

  @Test
  void shouldNotSpendRequestIdWhenRefused() throws Exception {
    as.records.users().remove("alice");
    SignedStatement signed = as.signed(Requests.good());
    as.assertRefused(signed, Status.Code.PERMISSION_DENIED, "not known");
    as.records.users().add("alice");
    assertNotEquals(0, as.ask(signed).getSession());
  }

  @Test
  void shouldRefuseAndAlarmWhenClockWasSetBack() throws Exception {
    as.ask(Requests.good());
    as.clock.move(Duration.ofSeconds(-3));
    as.open();
    try (CapturedLog log = CapturedLog.of(ClockFloor.class)) {
      as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, "clock is 3 s behind");
      as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, "clock is");
      as.clock.move(Duration.ofSeconds(2));
      as.ask(Requests.good());
      List<String> lines = log.lines();
      assertEquals(2, lines.size(), lines.toString());
      assertTrue(lines.get(0).startsWith("ERROR ALARM clock was set back"), lines.get(0));
    }
  }
}
