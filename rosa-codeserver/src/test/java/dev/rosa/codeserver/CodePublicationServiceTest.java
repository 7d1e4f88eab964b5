package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.identity.Identity;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.Publication;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodePublicationServiceTest {

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private final byte[] bundle = TestBundles.admissible("one");
  private final CodeDigest digest = CodeDigest.ofBundle(bundle);

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    carol = server.domain.user("carol");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CodeDescription publish(String name, byte[] jar) {
    return server.publication(carol).publish(TestCodeServer.request(carol, name, jar));
  }

  private CodeDescription show(String code) {
    return server.publication(carol).show(ShowCodeRequest.newBuilder().setCode(code).build());
  }

  private CodeDescription withdraw(String code) {
    return server
        .publication(carol)
        .withdraw(WithdrawCodeRequest.newBuilder().setCode(code).build());
  }

  private List<CodeDescription> list(boolean includeWithdrawn) {
    return server
        .publication(carol)
        .list(ListCodeRequest.newBuilder().setIncludeWithdrawn(includeWithdrawn).build())
        .getCodesList();
  }

  private int stored() throws SQLException {
    return Integer.parseInt(server.sql("SELECT count(*) FROM code"));
  }

  /** Sends what must be refused; returns the reason after checking that nothing else happened. */
  private String refusal(Identity caller, PublishRequest request, Status.Code code)
      throws SQLException {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      StatusRuntimeException refused =
          assertThrows(
              StatusRuntimeException.class, () -> server.publication(caller).publish(request));
      assertEquals(code, refused.getStatus().getCode(), refused.getMessage());
      assertEquals(0, stored());
      assertEquals(1, log.lines().size(), log.lines().toString());
      assertTrue(log.lines().get(0).startsWith("WARN refused"), log.lines().toString());
      assertTrue(log.lines().get(0).contains(caller.id().toString()));
      return refused.getStatus().getDescription();
    }
  }

  @Test
  void shouldDescribeAndStoreWhenPublished() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      CodeDescription described = publish("transcoder", bundle);
      assertEquals("transcoder", described.getName());
      assertEquals(Messages.bytes(digest), described.getDigest());
      assertEquals("rosa://17/user/carol", described.getPublisher());
      assertEquals("example.active.PassThrough", described.getEntryClass());
      assertEquals(bundle.length, described.getSizeBytes());
      assertEquals(List.of("r1", "r2", "r3"), described.getRoutersList());
      assertEquals(
          List.of(
              "INFO published code="
                  + digest.hex()
                  + " name=transcoder publisher=rosa://17/user/carol bytes="
                  + bundle.length),
          log.lines());
    }
    assertEquals(
        digest.hex(), server.sql("SELECT digest FROM publication WHERE name = 'transcoder'"));
  }

  @Test
  void shouldKeepEverythingWhenRestarted() throws Exception {
    CodeDescription described = publish("transcoder", bundle);
    server.restart();
    assertEquals(described, show("transcoder"));
    assertEquals(described, show(digest.hex().substring(0, 8)));
  }

  @Test
  void shouldLetNameStandForTheLatestAndKeepBothWhenAnotherDigestIsPublished() {
    byte[] second = TestBundles.admissible("two");
    publish("transcoder", bundle);
    publish("transcoder", second);
    assertEquals(2, list(false).size());
    assertEquals(Messages.bytes(CodeDigest.ofBundle(second)), show("transcoder").getDigest());
    withdraw("transcoder");
    assertEquals(Messages.bytes(digest), show("transcoder").getDigest());
    assertEquals(1, list(false).size());
    assertEquals(2, list(true).size());
  }

  @Test
  void shouldSayWhichCodesStayUnderTheNameWhenOneIsWithdrawn() {
    byte[] second = TestBundles.admissible("two");
    publish("transcoder", bundle);
    publish("transcoder", second);
    publish("counter", TestBundles.admissible("three"));
    assertEquals(List.of(Messages.bytes(digest)), withdraw("transcoder").getInServiceList());
    assertEquals(List.of(), withdraw("transcoder").getInServiceList());
    assertEquals(List.of(), show("counter").getInServiceList());
  }

  @Test
  void shouldStayOneCodeWhenPublishedAgain() {
    publish("transcoder", bundle);
    publish("transcoder", bundle);
    assertEquals(1, list(true).size());
  }

  @Test
  void shouldComeBackWhenPublishedAfterWithdrawal() throws Exception {
    publish("transcoder", bundle);
    assertTrue(withdraw(digest.hex()).getWithdrawn());
    assertEquals("1", server.sql("SELECT withdrawn_at > 0 FROM publication"));
    assertTrue(withdraw(digest.hex()).getWithdrawn());
    assertEquals(List.of(), list(false));
    assertFalse(publish("transcoder", bundle).getWithdrawn());
    assertEquals(1, list(false).size());
  }

  @Test
  void shouldKeepEveryStatementWhenPublishedAfterWithdrawal() throws Exception {
    for (String name : List.of("transcoder", "renamed", "renamed")) {
      publish(name, bundle);
      withdraw(digest.hex());
    }
    assertEquals(1, list(true).size());
    assertEquals("renamed", list(true).get(0).getName());
    assertEquals("2", server.sql("SELECT count(*) FROM earlier_publication"));
    assertEquals(
        "transcoder",
        server.sql(
            "SELECT name FROM earlier_publication WHERE withdrawn_at > 0"
                + " AND length(statement) > 0 ORDER BY published_version"));
  }

  @Test
  void shouldStoreNothingWhenLatestCodeOfTheNameIsPublishedAgain() throws Exception {
    CodeDescription first = publish("transcoder", bundle);
    String version = server.sql("SELECT version FROM catalogue");
    String statement = server.sql("SELECT hex(statement) FROM publication");
    assertEquals(first, publish("transcoder", bundle));
    assertEquals(version, server.sql("SELECT version FROM catalogue"));
    assertEquals(statement, server.sql("SELECT hex(statement) FROM publication"));
    publish("transcoder", TestBundles.admissible("two"));
    publish("transcoder", bundle);
    assertEquals(Messages.bytes(digest), show("transcoder").getDigest());
    assertEquals(2, list(true).size());
  }

  @Test
  void shouldRefuseNamesBeyondThePublishersQuota() throws Exception {
    for (int i = 0; i < TestCodeServer.MAX_NAMES; i++) {
      publish("name" + i, bundle);
      withdraw("name" + i);
    }
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> publish("further", bundle));
    assertEquals(
        "RESOURCE_EXHAUSTED: rosa://17/user/carol owns 8 names, as many as one publisher may:"
            + " publish under one of them, or ask the operator for a line in <names>",
        refused.getMessage());
    publish("shared", TestBundles.admissible("two"));
    publish("name3", bundle);
    assertEquals(2, list(false).size());
  }

  @Test
  void shouldRefuseWhenBundleHasAnotherNameAlready() {
    publish("transcoder", bundle);
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> publish("counter", bundle));
    assertEquals(Status.Code.ALREADY_EXISTS, refused.getStatus().getCode());
    assertTrue(refused.getMessage().contains("as 'transcoder'"));
  }

  @Test
  void shouldRefuseWhenUserIsNoPublisher() throws Exception {
    Identity dave = server.domain.user("dave");
    String reason =
        refusal(
            dave, TestCodeServer.request(dave, "counter", bundle), Status.Code.PERMISSION_DENIED);
    assertEquals("rosa://17/user/dave is not a publisher at this Code Server", reason);
  }

  @Test
  void shouldRefuseWhenCallerIsNoUser() throws Exception {
    Identity router = server.domain.router("r1");
    refusal(router, TestCodeServer.request(carol, "x", bundle), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldRefuseWhenOneByteOfBundleChanged() throws Exception {
    byte[] changed = bundle.clone();
    changed[changed.length / 2] ^= 1;
    PublishRequest request =
        TestCodeServer.signed(
            carol, TestCodeServer.statement(carol, "transcoder", bundle), changed);
    String reason = refusal(carol, request, Status.Code.INVALID_ARGUMENT);
    assertEquals(
        "the statement is about digest "
            + digest
            + ", the bytes have digest "
            + CodeDigest.ofBundle(changed),
        reason);
  }

  @Test
  void shouldRefuseWhenSignatureIsNotTheCallers() throws Exception {
    Publication statement = TestCodeServer.statement(carol, "transcoder", bundle);
    Identity dave = server.domain.user("dave");
    String reason =
        refusal(
            carol, TestCodeServer.signed(dave, statement, bundle), Status.Code.PERMISSION_DENIED);
    assertTrue(reason.contains("was signed by rosa://17/user/dave"), reason);
  }

  @Test
  void shouldRefuseWhenSignatureDoesNotHold() throws Exception {
    PublishRequest request = TestCodeServer.request(carol, "transcoder", bundle);
    SignedStatement otherPurpose =
        StatementSigner.sign(
            carol, StatementKind.SERVICE_REQUEST, request.getSigned().getStatement().toByteArray());
    String reason =
        refusal(
            carol,
            request.toBuilder().setSigned(otherPurpose).build(),
            Status.Code.PERMISSION_DENIED);
    assertTrue(reason.contains("does not match the statement (ROSA-v1 publication)"), reason);
  }

  @Test
  void shouldRefuseWhenSignerIsOfAnotherDomain() throws Exception {
    Identity stranger = TestDomain.in(directory.resolve("other")).user("carol");
    Publication statement = TestCodeServer.statement(carol, "transcoder", bundle);
    refusal(
        carol, TestCodeServer.signed(stranger, statement, bundle), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldRefuseWhenStatementIsOldOrMisnamed() throws Exception {
    Publication good = TestCodeServer.statement(carol, "transcoder", bundle);
    Publication old =
        new Publication(
            good.publisher(), good.name(), digest, Instant.ofEpochSecond(1_700_000_000));
    assertTrue(
        refusal(carol, TestCodeServer.signed(carol, old, bundle), Status.Code.INVALID_ARGUMENT)
            .contains("expected within 5 minutes"));
    Publication misnamed = TestCodeServer.statement(carol, "Trans\ncoder", bundle);
    assertTrue(
        refusal(carol, TestCodeServer.signed(carol, misnamed, bundle), Status.Code.INVALID_ARGUMENT)
            .startsWith("'Trans?coder' is not a name for code"));
    Publication other = new Publication("rosa://17/user/eve", good.name(), digest, good.at());
    refusal(carol, TestCodeServer.signed(carol, other, bundle), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldRefuseWhenNameCouldBeTheStartOfADigest() throws Exception {
    for (String name : List.of("deadbeef", "20260101", digest.hex().substring(0, 12))) {
      assertEquals(
          "'"
              + name
              + "' could be the start of a digest, expected a name with a letter after f, a '.' or"
              + " a '-', or of at most 7 characters",
          refusal(
              carol, TestCodeServer.request(carol, name, bundle), Status.Code.INVALID_ARGUMENT));
    }
    publish("facade", bundle);
    publish("deadbeef.v2", TestBundles.admissible("two"));
  }

  @Test
  void shouldRefuseWhenStatementIsMissingOrNoise() throws Exception {
    PublishRequest unsigned =
        PublishRequest.newBuilder().setBundle(ByteString.copyFrom(bundle)).build();
    refusal(carol, unsigned, Status.Code.PERMISSION_DENIED);
    PublishRequest noise =
        PublishRequest.newBuilder()
            .setSigned(StatementSigner.sign(carol, StatementKind.PUBLICATION, new byte[] {-1, -1}))
            .build();
    refusal(carol, noise, Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void shouldNameTheReasonWhenBundleIsNotAdmissible() throws Exception {
    byte[] text = "not a jar".getBytes(StandardCharsets.UTF_8);
    byte[] large = new byte[TestCodeServer.MAX_BUNDLE + 1];
    byte[] larger = new byte[TestCodeServer.MAX_BUNDLE + 70 * 1024];
    for (byte[] bad : List.of(text, large, larger, new byte[0], TestBundles.withoutEntryClass())) {
      refusal(carol, TestCodeServer.request(carol, "bad", bad), Status.Code.INVALID_ARGUMENT);
    }
    byte[] forbidden = TestBundles.forbidden();
    String reason =
        refusal(
            carol, TestCodeServer.request(carol, "bad", forbidden), Status.Code.INVALID_ARGUMENT);
    assertTrue(reason.contains("example.active.Exiting"), reason);
    assertTrue(reason.contains("onPacket"), reason);
    assertTrue(reason.contains("exit"), reason);
  }

  @Test
  void shouldRefuseUnreadWhenMessageIsLargerThanAnyBundleOrState() throws Exception {
    byte[] huge = new byte[DomainStates.MOST_CONTENTS_BYTES + 70 * 1024];
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> publish("huge", huge));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, refused.getStatus().getCode());
    assertEquals(0, stored());
  }

  @Test
  void shouldSayWhatIsExpectedWhenCodeIsUnknown() {
    StatusRuntimeException refused = assertThrows(StatusRuntimeException.class, () -> show("abc"));
    assertEquals(Status.Code.NOT_FOUND, refused.getStatus().getCode());
    assertEquals(
        "there is no code 'abc', expected a name or at least 8 hex digits of a digest",
        refused.getStatus().getDescription());
  }
}
