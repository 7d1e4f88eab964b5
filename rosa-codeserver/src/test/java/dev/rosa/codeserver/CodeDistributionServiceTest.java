package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import dev.rosa.testkit.CapturedLog;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class CodeDistributionServiceTest {

  private static final byte[] KCI = new byte[32];

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private Identity r1;
  private Identity r2;
  private final byte[] transcoder = TestBundles.admissible("transcoder");
  private final byte[] recorder = TestBundles.admissible("recorder");

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory).leased();
    carol = server.domain.user("carol");
    r1 = server.domain.router("r1");
    r2 = server.domain.router("r2");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private PublishRequest publish(String name, byte[] bundle) {
    PublishRequest request = TestCodeServer.request(carol, name, bundle);
    server.publication(carol).publish(request);
    return request;
  }

  private void withdraw(String name) {
    server.publication(carol).withdraw(WithdrawCodeRequest.newBuilder().setCode(name).build());
  }

  private void stage(byte[] bundle, int epoch) {
    server
        .staging(server.domain.authorizationServer("as" + epoch))
        .stage(
            StageRequest.newBuilder()
                .setCodeDigest(digest(bundle))
                .setEpoch(epoch)
                .setKci(ByteString.copyFrom(KCI))
                .build());
  }

  private void name(byte[] bundle, int epoch) {
    OfferedStates as = new OfferedStates(server, server.domain.authorizationServer("as"));
    as.name(CodeDigest.ofBundle(bundle), epoch);
    as.carry(1);
  }

  private static ByteString digest(byte[] bundle) {
    return Messages.bytes(CodeDigest.ofBundle(bundle));
  }

  private static FetchCodeRequest code(byte[] bundle) {
    return FetchCodeRequest.newBuilder().setDigest(digest(bundle)).build();
  }

  private static FetchSecretRequest secret(byte[] bundle, int epoch) {
    return FetchSecretRequest.newBuilder().setDigest(digest(bundle)).setEpoch(epoch).build();
  }

  private static void assertRefused(Status.Code expected, Executable call) {
    StatusRuntimeException refused = assertThrows(StatusRuntimeException.class, call);
    assertEquals(expected, refused.getStatus().getCode(), refused.getMessage());
  }

  @Test
  void shouldPushWholeCatalogueAtOnceAndAtEachChangeWhenWatched() throws Exception {
    CatalogueWatch watch = CatalogueWatch.open(server.channel(r2), r2.nodeId());
    Catalogue empty = watch.next();
    assertEquals(0, empty.getEntriesCount());

    publish("transcoder", transcoder);
    Catalogue one = watch.next();
    assertTrue(one.getVersion() > empty.getVersion());
    assertEquals(empty.getStore(), one.getStore());
    assertEquals("transcoder", one.getEntries(0).getName());
    assertEquals(digest(transcoder), one.getEntries(0).getDigest());
    assertTrue(one.getEntries(0).getPermitted());

    stage(transcoder, -1);
    assertEquals(List.of(-1), watch.next().getEntries(0).getEpochsList());

    publish("recorder", recorder);
    Catalogue two = watch.next();
    assertEquals(2, two.getEntriesCount());
    assertEquals("recorder", two.getEntries(1).getName());
    assertEquals(false, two.getEntries(1).getPermitted());

    withdraw("transcoder");
    Catalogue last = watch.next();
    assertEquals(1, last.getEntriesCount());
    assertEquals("recorder", last.getEntries(0).getName());
  }

  @Test
  void shouldGoOnCountingVersionsWhenRestarted() throws Exception {
    publish("transcoder", transcoder);
    long before = CatalogueWatch.open(server.channel(r1), r1.nodeId()).next().getVersion();
    server.restart();
    publish("recorder", recorder);
    Catalogue after = CatalogueWatch.open(server.channel(r1), r1.nodeId()).next();
    assertTrue(after.getVersion() > before);
    assertEquals(2, after.getEntriesCount());
  }

  @Test
  void shouldEndStreamInOrderWhenServerStops() throws Exception {
    CatalogueWatch watch = CatalogueWatch.open(server.channel(r1), r1.nodeId());
    watch.next();
    server.stopServer();
    // A watcher whose stream is cut off when the grace is over gets another status.
    assertEquals(Status.Code.OK, watch.end().getCode());
  }

  @Test
  void shouldRefuseWatchWhenNodeIdIsNotTheCertificates() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      CatalogueWatch watch = CatalogueWatch.open(server.channel(r1), r1.nodeId() + 1);
      assertEquals(Status.Code.PERMISSION_DENIED, watch.end().getCode());
      assertEquals(
          List.of(
              "WARN refused router=rosa://17/router/r1 reason=\"node id "
                  + (r1.nodeId() + 1)
                  + " is not "
                  + r1.nodeId()
                  + ", the one in the router's certificate\""),
          log.lines());
    }
  }

  /** The domain's ledger rules this out; a ledger that was restored from a backup does not. */
  private Identity twinOfR1() throws Exception {
    Path ca = directory.resolve("domain");
    Files.writeString(ca.resolve("ledger.txt"), "");
    Path twin =
        DomainAuthority.open(ca)
            .issue(Role.ROUTER, "twin", Duration.ofHours(1), OptionalInt.of(r1.nodeId()));
    return TestDomain.load(twin);
  }

  @Test
  void shouldRefuseSecondLiveRouterWhenItHasTheSameNodeId() throws Exception {
    Identity twin = twinOfR1();
    ManagedChannel first = server.channel(r1);
    CatalogueWatch watch = CatalogueWatch.open(first, r1.nodeId());
    watch.next();
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      Status refused = CatalogueWatch.open(server.channel(twin), twin.nodeId()).end();
      assertEquals(Status.Code.ALREADY_EXISTS, refused.getCode());
      assertEquals("node id 1 is in use by rosa://17/router/r1", refused.getDescription());
      assertEquals(1, log.linesWith("WARN refused router=rosa://17/router/twin").size());
      // The router itself may come back before its old stream is known to be dead.
      CatalogueWatch.open(server.channel(r1), r1.nodeId()).next();
    }
    publish("transcoder", transcoder);
    assertEquals(1, watch.next().getEntriesCount());
  }

  @Test
  void shouldServeSameBytesAndStatementWhenRouterMayHaveCode() throws Exception {
    PublishRequest published = publish("transcoder", transcoder);
    server.restart();
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      FetchCodeReply reply = server.distribution(r2).fetchCode(code(transcoder));
      assertArrayEquals(transcoder, reply.getBundle().toByteArray());
      assertEquals(published.getSigned(), reply.getPublication());
      assertEquals(1, log.linesWith("INFO served code=").size());
    }
  }

  @Test
  void shouldRefuseCodeAndSecretWhenNotForThisRouter() {
    publish("recorder", recorder);
    stage(recorder, 1);
    Identity unlisted = server.domain.router("r9");
    for (Identity router : List.of(r2, unlisted)) {
      try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
        assertRefused(
            Status.Code.PERMISSION_DENIED,
            () -> server.distribution(router).fetchCode(code(recorder)));
        assertRefused(
            Status.Code.PERMISSION_DENIED,
            () -> server.distribution(router).fetchSecret(secret(recorder, 1)));
        assertEquals(2, log.linesWith("WARN refused router=" + router.id()).size());
      }
    }
  }

  @Test
  void shouldGiveNoSecretThatCannotBeNoted() throws Exception {
    publish("transcoder", transcoder);
    stage(transcoder, 1);
    name(transcoder, 1);
    server.sql(
        "CREATE TRIGGER no_note BEFORE INSERT ON fetched_secret"
            + " BEGIN SELECT RAISE(ABORT, 'not now'); END");
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      assertRefused(
          Status.Code.UNAVAILABLE,
          () -> server.distribution(r1).fetchSecret(secret(transcoder, 1)));
      assertEquals(0, log.linesWith("served secret").size());
      assertEquals(1, log.linesWith("WARN refused secret code=").size());
    }
    server.sql("DROP TRIGGER no_note");
    assertEquals(32, server.distribution(r1).fetchSecret(secret(transcoder, 1)).getKci().size());
  }

  @Test
  void shouldWriteNothingForASecretThatIsFetchedAgain() throws Exception {
    publish("transcoder", transcoder);
    stage(transcoder, 1);
    name(transcoder, 1);
    assertEquals(32, server.distribution(r1).fetchSecret(secret(transcoder, 1)).getKci().size());
    server.sql(
        "CREATE TRIGGER no_note BEFORE INSERT ON fetched_secret"
            + " BEGIN SELECT RAISE(ABORT, 'not now'); END");
    assertEquals(32, server.distribution(r1).fetchSecret(secret(transcoder, 1)).getKci().size());
  }

  @Test
  void shouldKeepTheNameOfItsStorageAndHaveAnotherOneInAnother(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("one.db");
    long name = storeIn(file);
    assertNotEquals(0, name);
    assertEquals(name, storeIn(file));
    assertNotEquals(name, storeIn(folder.resolve("other.db")));
  }

  private static long storeIn(Path file) throws ConfigException {
    try (Storage storage = Storage.open(StorageLocation.of(file), CodeRepository.TABLES)) {
      return new CodeRepository(storage, new NameOwners(Map.of(), PublisherQuota.DEFAULT))
          .snapshot()
          .store();
    }
  }

  @Test
  void shouldReportDataLossWhenStoredBytesChanged() throws Exception {
    publish("transcoder", transcoder);
    server.sql("UPDATE code SET bundle = CAST(zeroblob(length(bundle)) AS BLOB)");
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      assertRefused(
          Status.Code.DATA_LOSS, () -> server.distribution(r1).fetchCode(code(transcoder)));
      assertEquals(1, log.linesWith("ERROR damaged code=").size());
    }
  }

  @Test
  void shouldNotServeWhenWithdrawnOrUnknown() {
    publish("transcoder", transcoder);
    stage(transcoder, 1);
    withdraw("transcoder");
    for (byte[] bundle : List.of(transcoder, recorder)) {
      assertRefused(Status.Code.NOT_FOUND, () -> server.distribution(r1).fetchCode(code(bundle)));
      assertRefused(
          Status.Code.NOT_FOUND, () -> server.distribution(r1).fetchSecret(secret(bundle, 1)));
    }
  }

  @Test
  void shouldRefuseWhenDigestHasAnotherLength() {
    assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () -> server.distribution(r1).fetchCode(FetchCodeRequest.getDefaultInstance()));
  }

  @Test
  void shouldRefuseWhenCallerIsNoRouter() {
    publish("transcoder", transcoder);
    stage(transcoder, 1);
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      assertRefused(
          Status.Code.PERMISSION_DENIED,
          () -> server.distribution(carol).fetchSecret(secret(transcoder, 1)));
      assertEquals(
          List.of(
              "WARN refused caller=rosa://17/user/carol"
                  + " method=rosa.control.v1.CodeDistribution/FetchSecret required-role=router"),
          log.lines());
    }
  }
}
