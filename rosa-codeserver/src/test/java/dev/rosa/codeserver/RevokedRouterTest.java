package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.CodesOfRouterReply;
import dev.rosa.control.v1.CodesOfRouterRequest;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A router that the domain's state revokes is served nothing. */
final class RevokedRouterTest {

  private static final byte[] BUNDLE = TestCodeServer.BUNDLE;
  private static final CodeDigest CODE = CodeDigest.ofBundle(BUNDLE);

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private Identity r1;
  private Identity r2;
  private OfferedStates as1;
  private byte[] revocation;

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory).leased();
    carol = server.domain.user("carol");
    r1 = server.domain.router("r1");
    r2 = server.domain.router("r2");
    as1 = new OfferedStates(server, server.domain.authorizationServer("as1"));
    revocation = OfferedStates.segment(new Revoked.Router(r1.id()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void assertRevoked(Executable call) {
    Status refused = assertThrows(StatusRuntimeException.class, call).getStatus();
    assertEquals(Status.Code.PERMISSION_DENIED, refused.getCode());
    assertEquals("this router was revoked", refused.getDescription());
  }

  private void publish(String name, byte[] bundle) {
    server.publication(carol).publish(TestCodeServer.request(carol, name, bundle));
    as1.name(CodeDigest.ofBundle(bundle), 1);
    stage(CodeDigest.ofBundle(bundle), 1);
  }

  private static StageRequest.Builder staging(CodeDigest code, int epoch) {
    return StageRequest.newBuilder()
        .setCodeDigest(Messages.bytes(code))
        .setEpoch(epoch)
        .setKci(ByteString.copyFrom(new byte[32]));
  }

  private void stage(CodeDigest code, int epoch) {
    var unused = as1.stub().stage(staging(code, epoch).build());
  }

  private FetchSecretRequest secret() {
    return secret(1);
  }

  private static FetchSecretRequest secret(int epoch) {
    return FetchSecretRequest.newBuilder().setDigest(Messages.bytes(CODE)).setEpoch(epoch).build();
  }

  private static void assertNotNamed(Executable call) {
    Status refused = assertThrows(StatusRuntimeException.class, call).getStatus();
    assertEquals(Status.Code.NOT_FOUND, refused.getCode());
    assertTrue(refused.getDescription().contains("does not name epoch"), refused.toString());
  }

  @Test
  void shouldGiveNoSecretWhenNoStateIsCarried() {
    publish("transcoder", BUNDLE);
    assertNotNamed(() -> server.distribution(r1).fetchSecret(secret()));
    as1.offer(as1.signed(1, revocation));
    as1.send(revocation);
    assertNotNamed(() -> server.distribution(r1).fetchSecret(secret()));
  }

  @Test
  void shouldGiveSecretOnlyUnderStateThatNamesItsEpoch() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1);
    stage(CODE, 2);
    assertNotNamed(() -> server.distribution(r1).fetchSecret(secret(2)));
    assertEquals(32, server.distribution(r1).fetchSecret(secret(1)).getKci().size());
    assertEquals("1", server.sql("SELECT MAX(epoch) FROM fetched_secret"));
    as1.name(CODE, 2);
    as1.carry(2, revocation);
    assertRevoked(() -> server.distribution(r1).fetchSecret(secret(2)));
    assertEquals(32, server.distribution(r2).fetchSecret(secret(2)).getKci().size());
  }

  @Test
  void shouldRefuseEveryCallOfRevokedRouterAndNoOthers() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1, revocation);
    assertRevoked(() -> server.distribution(r1).fetchSecret(secret()));
    assertRevoked(
        () ->
            server
                .distribution(r1)
                .fetchCode(FetchCodeRequest.newBuilder().setDigest(Messages.bytes(CODE)).build()));
    assertRevoked(
        () ->
            server.distribution(r1).fetchRevocations(FetchRevocationsRequest.getDefaultInstance()));
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      Status refused = CatalogueWatch.open(server.channel(r1), r1.nodeId()).end();
      assertEquals("this router was revoked", refused.getDescription());
      assertEquals(
          List.of("WARN refused router=rosa://17/router/r1 reason=\"revoked\""), log.lines());
    }
    assertEquals(1, server.distribution(r2).fetchSecret(secret()).getKci().size() / 32);
  }

  @Test
  void shouldEndStreamOfRouterThatIsRevokedAndServeItAgainWhenThatIsLifted() throws Exception {
    CatalogueWatch revoked = CatalogueWatch.open(server.channel(r1), r1.nodeId());
    CatalogueWatch other = CatalogueWatch.open(server.channel(r2), r2.nodeId());
    revoked.next();
    other.next();
    as1.offer(as1.signed(1, revocation));
    as1.send(revocation);
    publish("transcoder", BUNDLE);
    assertEquals(1, revoked.next().getEntriesCount(), "the state does not hold yet");
    as1.carry(2, revocation);
    assertEquals(Status.Code.PERMISSION_DENIED, revoked.end().getCode());
    other.next();
    as1.carry(3);
    CatalogueWatch.open(server.channel(r1), r1.nodeId()).next();
  }

  @Test
  void shouldNotAwaitRevokedRouterWhenASecretIsComing() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1);
    for (Identity router : List.of(r1, r2)) {
      assertEquals(32, server.distribution(router).fetchSecret(secret()).getKci().size());
    }
    Await.until(
        "the fetches to be noted",
        () -> server.sql("SELECT count(*) FROM fetched_secret").equals("2"));
    as1.carry(2, revocation);
    stage(CODE, 2);
    List<AwaitedSecret> awaited =
        as1.stub().holdLease(LeaseRequest.newBuilder().setSeconds(30).build()).getAwaitedList();
    assertEquals(List.of("r2"), awaited.get(0).getRoutersList());
  }

  @Test
  void shouldRefuseRevokedRouterAfterARestart() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1, revocation);
    server.restart();
    assertRevoked(() -> server.distribution(r1).fetchSecret(secret()));
  }

  private Set<CodeDigest> codesOf(String router) {
    CodesOfRouterReply reply =
        as1.stub().codesOfRouter(CodesOfRouterRequest.newBuilder().setRouter(router).build());
    return reply.getCodesList().stream().map(Messages::digest).collect(Collectors.toSet());
  }

  @Test
  void shouldListCodesThatRouterMayHaveOrCouldHave() throws Exception {
    byte[] recorder = TestBundles.admissible("recorder");
    byte[] counter = TestBundles.admissible("counter");
    publish("transcoder", BUNDLE);
    publish("recorder", recorder);
    publish("counter", counter);
    server.publication(carol).withdraw(WithdrawCodeRequest.newBuilder().setCode("counter").build());
    CodeDigest withdrawn = CodeDigest.ofBundle(counter);
    assertEquals(
        Set.of(CODE, CodeDigest.ofBundle(recorder), withdrawn), codesOf("rosa://17/router/r1"));
    assertEquals(Set.of(CODE, withdrawn), codesOf("rosa://17/router/r2"));
    assertEquals(Set.of(), codesOf("rosa://17/router/r9"));
  }

  private boolean isUnseen(String router) {
    return as1.stub()
        .codesOfRouter(CodesOfRouterRequest.newBuilder().setRouter(router).build())
        .getUnseen();
  }

  @Test
  void shouldSayThatRouterHasFetchedNothing() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1);
    assertTrue(isUnseen("rosa://17/router/r1"));
    assertEquals(32, server.distribution(r1).fetchSecret(secret()).getKci().size());
    assertFalse(isUnseen("rosa://17/router/r1"));
    assertTrue(isUnseen("rosa://17/router/r2"));
  }

  @Test
  void shouldRefuseListWhenFetchesOfTheRouterMayBeForgotten() throws Exception {
    publish("transcoder", BUNDLE);
    as1.carry(1);
    assertEquals(32, server.distribution(r1).fetchSecret(secret()).getKci().size());
    String unused = server.sql("UPDATE catalogue SET fetches_forgotten = 1");
    assertEquals(Set.of(CODE), codesOf("rosa://17/router/r1"));
    Status refused =
        assertThrows(StatusRuntimeException.class, () -> codesOf("rosa://17/router/r2"))
            .getStatus();
    assertEquals(Status.Code.FAILED_PRECONDITION, refused.getCode());
    assertEquals(
        "not all that the router has fetched is on record any more", refused.getDescription());
  }

  private void assertListIsRefused() {
    Status refused =
        assertThrows(StatusRuntimeException.class, () -> codesOf("rosa://17/router/r2"))
            .getStatus();
    assertEquals(Status.Code.FAILED_PRECONDITION, refused.getCode());
  }

  @Test
  void shouldRefuseListAfterARestore() throws Exception {
    publish("transcoder", BUNDLE);
    String unused = server.sql("UPDATE storage_identity SET restored_at = 1");
    server.restart();
    assertListIsRefused();
    server.restart();
    assertListIsRefused();
  }

  @Test
  void shouldRefuseListWhenTheStorageBeganWithASecretInUse() throws Exception {
    publish("transcoder", BUNDLE);
    String unused = server.sql("DELETE FROM code_secret");
    unused = server.sql("UPDATE catalogue SET leased = 0");
    assertEquals(Set.of(), codesOf("rosa://17/router/r2"));
    var unusedReply = as1.stub().stage(staging(CODE, 1).setInUse(true).build());
    assertListIsRefused();
  }

  @Test
  void shouldRefuseListForWhatIsNoRouter() {
    for (String name : List.of("r1", "rosa://17/user/alice", "")) {
      Status refused = assertThrows(StatusRuntimeException.class, () -> codesOf(name)).getStatus();
      assertEquals(Status.Code.INVALID_ARGUMENT, refused.getCode());
    }
  }
}
