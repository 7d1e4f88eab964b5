package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.StoredBytes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretStagingServiceTest {

  private static final byte[] KCI =
      "thirty-two very secret bytes....".getBytes(StandardCharsets.US_ASCII);
  private static final int EPOCH = -2;

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity as1;
  private final byte[] bundle = TestBundles.admissible("one");
  private final CodeDigest digest = CodeDigest.ofBundle(bundle);

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory).leased();
    as1 = server.domain.authorizationServer("as1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private StageRequest request(byte[] kci) {
    return StageRequest.newBuilder()
        .setCodeDigest(Messages.bytes(digest))
        .setEpoch(EPOCH)
        .setKci(ByteString.copyFrom(kci))
        .build();
  }

  private ByteString fetch(Identity router) {
    return server
        .distribution(router)
        .fetchSecret(
            FetchSecretRequest.newBuilder()
                .setDigest(Messages.bytes(digest))
                .setEpoch(EPOCH)
                .build())
        .getKci();
  }

  private void retire() {
    server
        .staging(as1)
        .retire(
            RetireRequest.newBuilder()
                .setCodeDigest(Messages.bytes(digest))
                .setEpoch(EPOCH)
                .build());
  }

  /** Publishes the code, and has a state name its epoch. */
  private void publish() {
    Identity carol = server.domain.user("carol");
    server.publication(carol).publish(TestCodeServer.request(carol, "transcoder", bundle));
    OfferedStates states = new OfferedStates(server, as1);
    states.name(digest, EPOCH);
    states.carry(1);
  }

  private Status.Code refused(Identity caller, StageRequest request) {
    return assertThrows(StatusRuntimeException.class, () -> server.staging(caller).stage(request))
        .getStatus()
        .getCode();
  }

  @Test
  void shouldServeSecretAfterRestartWhenStagedBeforePublication() throws Exception {
    server.staging(as1).stage(request(KCI));
    server.restart();
    publish();
    assertEquals(ByteString.copyFrom(KCI), fetch(server.domain.router("r1")));
    assertEquals("4294967294", server.sql("SELECT epoch FROM code_secret"));
  }

  private List<AwaitedSecret> awaited() {
    return server
        .staging(as1)
        .holdLease(LeaseRequest.newBuilder().setSeconds(30).build())
        .getAwaitedList();
  }

  @Test
  void shouldAwaitTheRouterThatUsesTheCodeWhenRestartedBeforeItComesBack() throws Exception {
    server.staging(as1).stage(request(KCI));
    publish();
    fetch(server.domain.router("r1"));
    Await.until("the fetch to be noted", () -> noted().equals("1"));
    server.restart();
    server.staging(as1).stage(request(KCI).toBuilder().setEpoch(EPOCH + 1).build());
    assertEquals(
        List.of(
            AwaitedSecret.newBuilder()
                .setCodeDigest(Messages.bytes(digest))
                .setEpoch(EPOCH + 1)
                .addRouters("r1")
                .build()),
        awaited());
  }

  @Test
  void shouldAnswerWithinTheBoundOfTheCallerWhenRoutersLackVeryManySecrets() throws Exception {
    for (int code = 0; code < 510; code++) {
      CodeDigest each =
          CodeDigest.of(Arrays.copyOf(new byte[] {(byte) code, (byte) (code >> 8)}, 32));
      for (int epoch = 1; epoch <= 2; epoch++) {
        server
            .staging(as1)
            .stage(
                request(KCI).toBuilder()
                    .setCodeDigest(Messages.bytes(each))
                    .setEpoch(epoch)
                    .build());
      }
    }
    server.sql(
        "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 100) INSERT INTO"
            + " fetched_secret (router, digest, epoch, noted) SELECT 'rosa://17/router/' ||"
            + " substr('"
            + "r".repeat(60)
            + "' || i, -63), digest, 1, 1 FROM r, (SELECT DISTINCT digest FROM code_secret)");
    server.restart();
    LeaseReply reply =
        server.staging(as1).holdLease(LeaseRequest.newBuilder().setSeconds(30).build());
    assertEquals(1_000, reply.getHeldCount());
    assertEquals(100, reply.getAwaitedCount());
    assertTrue(reply.getMoreAwaited());
    assertTrue(
        reply.getSerializedSize() < ControlLimits.LEASE_BYTES,
        reply.getSerializedSize() + " bytes");
  }

  private String noted() throws Exception {
    return server.sql("SELECT count(*) FROM fetched_secret");
  }

  @Test
  void shouldChangeNothingWhenStagedAgain() throws Exception {
    server.staging(as1).stage(request(KCI));
    String version = server.sql("SELECT version FROM catalogue");
    server.staging(as1).stage(request(KCI));
    assertEquals(version, server.sql("SELECT version FROM catalogue"));
    assertEquals("1", server.sql("SELECT count(*) FROM code_secret"));
  }

  @Test
  void shouldKeepTheFirstWhenAnotherSecretIsStaged() throws Exception {
    server.staging(as1).stage(request(KCI));
    byte[] other = KCI.clone();
    other[31] ^= 1;
    assertEquals(Status.Code.ALREADY_EXISTS, refused(as1, request(other)));
    publish();
    assertEquals(ByteString.copyFrom(KCI), fetch(server.domain.router("r1")));
  }

  @Test
  void shouldRefuseAndStoreNothingWhenCallerIsNotAnAuthorizationServer() throws Exception {
    for (Identity caller : List.of(server.domain.user("carol"), server.domain.router("r1"))) {
      try (CapturedLog log = CapturedLog.of("dev.rosa")) {
        assertEquals(Status.Code.PERMISSION_DENIED, refused(caller, request(KCI)));
        assertEquals(
            List.of(
                "WARN refused caller="
                    + caller.id()
                    + " method=rosa.control.v1.SecretStaging/Stage required-role=as"),
            log.lines());
      }
    }
    assertEquals("0", server.sql("SELECT count(*) FROM code_secret"));
  }

  @Test
  void shouldRefuseWhenLengthsAreWrong() throws Exception {
    assertEquals(Status.Code.INVALID_ARGUMENT, refused(as1, request(Arrays.copyOf(KCI, 31))));
    assertEquals(
        Status.Code.INVALID_ARGUMENT,
        refused(as1, request(KCI).toBuilder().clearCodeDigest().build()));
    assertEquals("0", server.sql("SELECT count(*) FROM code_secret"));
  }

  @Test
  void shouldLeaveNoTraceWhenRetired() throws Exception {
    server.staging(as1).stage(request(KCI));
    publish();
    byte[] sealed = HexFormat.of().parseHex(server.sql("SELECT hex(kci) FROM code_secret"));
    assertNotEquals(List.of(), StoredBytes.filesWith(sealed, server.storage));
    assertEquals(List.of(), StoredBytes.filesWith(KCI, server.storage));
    retire();
    retire();
    Identity r1 = server.domain.router("r1");
    StatusRuntimeException gone = assertThrows(StatusRuntimeException.class, () -> fetch(r1));
    assertEquals(Status.Code.NOT_FOUND, gone.getStatus().getCode());
    assertEquals(List.of(), StoredBytes.filesWith(sealed, server.storage));
  }

  @Test
  void shouldNeverLogTheSecretWhenStagedServedOrRefused() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      server.staging(as1).stage(request(KCI));
      publish();
      fetch(server.domain.router("r1"));
      byte[] other = KCI.clone();
      other[0] ^= 1;
      refused(as1, request(other));
      retire();
      String all = String.join("\n", log.lines());
      assertFalse(all.contains("very secret"));
      assertFalse(all.contains(HexFormat.of().formatHex(KCI).substring(2)));
      assertEquals(
          1, log.linesWith("INFO staged code=" + digest.hex() + " epoch=4294967294").size());
      assertEquals(1, log.linesWith("INFO retired code=").size());
    }
  }
}
