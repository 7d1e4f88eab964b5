package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CapturedLog;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications of one publisher cannot be withdrawn, replaced or imitated by another. */
final class CodeOwnershipTest {

  /** A client sends what it has of a stream at once, and of a single request only the whole. */
  private static final MethodDescriptor<PublishRequest, CodeDescription> STREAMED_PUBLISH =
      CodePublicationGrpc.getPublishMethod().toBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .build();

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private Identity mallory;
  private Identity r1;
  private Identity r2;
  private final byte[] bundle = TestCodeServer.BUNDLE;
  private final byte[] other = TestBundles.admissible("two");

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    carol = server.domain.user("carol");
    mallory = server.domain.user("mallory");
    r1 = server.domain.router("r1");
    r2 = server.domain.router("r2");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private PublishRequest publish(Identity publisher, String name, byte[] jar) {
    PublishRequest request = TestCodeServer.request(publisher, name, jar);
    server.publication(publisher).publish(request);
    return request;
  }

  private String refusedPublication(Identity publisher, String name, byte[] jar) {
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> publish(publisher, name, jar));
    assertEquals(Status.Code.ALREADY_EXISTS, refused.getStatus().getCode());
    return refused.getStatus().getDescription();
  }

  private CodeDescription withdraw(Identity publisher, String code) {
    return server
        .publication(publisher)
        .withdraw(WithdrawCodeRequest.newBuilder().setCode(code).build());
  }

  private FetchCodeReply fetch(Identity router, byte[] jar) {
    return server
        .distribution(router)
        .fetchCode(
            FetchCodeRequest.newBuilder()
                .setDigest(Messages.bytes(CodeDigest.ofBundle(jar)))
                .build());
  }

  private int standing() {
    return server.publication(carol).list(ListCodeRequest.getDefaultInstance()).getCodesCount();
  }

  @Test
  void shouldKeepCodesAndNamesOfPublisherWhoseCertificateWasRenewed() throws Exception {
    PublishRequest before = publish(carol, "counter", bundle);
    Identity renewed =
        Identity.load(server.domain.authority().renew("carol", Duration.ofHours(1)).prefix());
    server.restart();
    assertEquals(before.getSigned(), fetch(r1, bundle).getPublication());
    publish(renewed, "counter", bundle);
    assertEquals(before.getSigned(), fetch(r1, bundle).getPublication());
    PublishRequest after = publish(renewed, "counter", other);
    assertEquals(after.getSigned(), fetch(r1, other).getPublication());
    withdraw(renewed, CodeDigest.ofBundle(bundle).hex().substring(0, 8));
    publish(carol, "counter", TestBundles.admissible("three"));
    assertEquals(2, standing());
  }

  @Test
  void shouldRefuseWithdrawalWhenCodeIsAnothers() {
    publish(carol, "counter", bundle);
    String digits = CodeDigest.ofBundle(bundle).hex().substring(0, 8);
    for (String code : List.of("counter", digits)) {
      try (CapturedLog log = CapturedLog.of("dev.rosa")) {
        StatusRuntimeException refused =
            assertThrows(StatusRuntimeException.class, () -> withdraw(mallory, code));
        assertEquals(
            "PERMISSION_DENIED: code 'counter' was published by rosa://17/user/carol, who may"
                + " withdraw it, or the Code Server's operator",
            refused.getMessage());
        assertEquals(
            1, log.linesWith("WARN refused withdrawal publisher=rosa://17/user/mallory").size());
      }
    }
    assertEquals(1, standing());
  }

  @Test
  void shouldRefuseCodesBeyondThePublishersQuotaUntilOneIsWithdrawn() {
    for (int i = 0; i < TestCodeServer.MAX_CODES; i++) {
      publish(mallory, "code" + i, TestBundles.admissible("many" + i));
    }
    byte[] further = TestBundles.admissible("further");
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> publish(mallory, "further", further));
    assertEquals(
        "RESOURCE_EXHAUSTED: rosa://17/user/mallory has 5 codes, as many as one publisher may have:"
            + " withdraw some",
        refused.getMessage());
    publish(mallory, "code0", TestBundles.admissible("many0"));
    publish(carol, "counter", bundle);
    withdraw(mallory, "code1");
    publish(mallory, "further", further);
    assertEquals(TestCodeServer.MAX_CODES + 1, standing());
  }

  @Test
  void shouldRefuseCallerWhoMayNotPublishBeforeTheRequestIsWhole() throws Exception {
    Identity stranger = server.domain.user("nobody");
    CompletableFuture<Status> end = new CompletableFuture<>();
    ClientCall<PublishRequest, CodeDescription> call =
        server.publication(stranger).getChannel().newCall(STREAMED_PUBLISH, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status);
          }
        },
        new Metadata());
    call.sendMessage(PublishRequest.getDefaultInstance());
    assertEquals(
        "rosa://17/user/nobody is not a publisher at this Code Server",
        end.get(2, TimeUnit.MINUTES).getDescription());
  }

  @Test
  void shouldLogRefusalsOfOneCallerUpToANumberAMinute() {
    publish(carol, "counter", bundle);
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      for (int i = 0; i < 200; i++) {
        assertThrows(StatusRuntimeException.class, () -> withdraw(mallory, "counter"));
      }
      int lines = log.linesWith("WARN refused withdrawal").size();
      assertTrue(lines >= 30 && lines < 150, lines + " lines");
    }
  }

  @Test
  void shouldRefuseNameWhenItIsAnothersAlsoAfterWithdrawal() {
    publish(carol, "counter", bundle);
    String expected =
        "the name 'counter' belongs to rosa://17/user/carol, expected another name or a line of"
            + " the operator's for it";
    assertEquals(expected, refusedPublication(mallory, "counter", other));
    withdraw(carol, "counter");
    assertEquals(expected, refusedPublication(mallory, "counter", other));
    publish(carol, "counter", other);
  }

  @Test
  void shouldTakeNameFromThoseWhomTheOperatorLists() throws Exception {
    Identity dave = server.domain.user("dave");
    assertThrows(StatusRuntimeException.class, () -> publish(dave, "shared", bundle));
    publish(carol, "shared", bundle);
    publish(mallory, "shared", other);
    assertEquals(2, standing());
  }

  @Test
  void shouldKeepFirstStatementWhenAnotherPublishesTheSameBytes() {
    PublishRequest hers = publish(carol, "transcoder", bundle);
    PublishRequest his = publish(mallory, "imitation", bundle);
    FetchCodeReply all = fetch(r1, bundle);
    assertEquals(hers.getSigned(), all.getPublication());
    assertEquals(List.of(his.getSigned()), all.getFurtherPublicationsList());
    FetchCodeReply hersAlone = fetch(r2, bundle);
    assertEquals(hers.getSigned(), hersAlone.getPublication());
    assertEquals(0, hersAlone.getFurtherPublicationsCount());
  }

  @Test
  void shouldNameCodeInTheCatalogueAsItsFirstPublisherDid() throws Exception {
    publish(carol, "transcoder", bundle);
    publish(mallory, "aaa", bundle);
    Catalogue catalogue = CatalogueWatch.open(server.channel(r1), r1.nodeId()).next();
    assertEquals("transcoder", catalogue.getEntries(0).getName());
  }

  @Test
  void shouldLogNothingWhenPublicationOrWithdrawalChangesNothing() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      publish(carol, "transcoder", bundle);
      publish(carol, "transcoder", bundle);
      withdraw(carol, "transcoder");
      assertTrue(withdraw(carol, "transcoder").getWithdrawn());
      assertEquals(1, log.linesWith("INFO published").size());
      assertEquals(1, log.linesWith("INFO withdrawn").size());
    }
  }

  @Test
  void shouldSendNamedPublishersStatementFirstWhenManyStrangersPublishedBefore() throws Exception {
    PublishRequest hers = publish(carol, "transcoder", bundle);
    server.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)"
            + " INSERT INTO publication SELECT digest, 'rosa://17/user/p' || i, 'squat' || i,"
            + " published_at, -i, NULL, x'' FROM publication, n");
    Identity r3 = server.domain.router("r3");
    FetchCodeReply reply = fetch(r3, bundle);
    assertEquals(hers.getSigned(), reply.getPublication());
    assertEquals(15, reply.getFurtherPublicationsCount());
    Catalogue catalogue = CatalogueWatch.open(server.channel(r3), r3.nodeId()).next();
    assertEquals("transcoder", catalogue.getEntries(0).getName());
  }

  @Test
  void shouldAdmitOwnBundleWhenAnotherPublishedItFirst() throws Exception {
    publish(mallory, "squat", bundle);
    PublishRequest hers = publish(carol, "transcoder", bundle);
    assertEquals(hers.getSigned(), fetch(r2, bundle).getPublication());
    Catalogue catalogue = CatalogueWatch.open(server.channel(r2), r2.nodeId()).next();
    assertEquals(1, catalogue.getEntriesCount());
    assertEquals("transcoder", catalogue.getEntries(0).getName());
    assertTrue(catalogue.getEntries(0).getPermitted());
    withdraw(mallory, "squat");
    assertEquals(hers.getSigned(), fetch(r1, bundle).getPublication());
    withdraw(carol, "transcoder");
    assertThrows(StatusRuntimeException.class, () -> fetch(r1, bundle));
  }
}
