package dev.rosa.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.rosa.control.v1.RetireReply;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.ConnectionLimits;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.TestLimits;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class ControlPlaneTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir Path directory;
  private TestDomain domain;
  private Identity self;
  private ControlServer server;
  private volatile StageRequest staged;
  private final List<ManagedChannel> channels = new ArrayList<>();

  /** A service whose answers depend on the caller. */
  private final class Echo extends SecretStagingGrpc.SecretStagingImplBase {

    @Override
    public void stage(StageRequest request, StreamObserver<StageReply> reply) {
      Caller.require(Role.AS);
      staged = request;
      reply.onNext(StageReply.getDefaultInstance());
      reply.onCompleted();
    }

    @Override
    public void retire(RetireRequest request, StreamObserver<RetireReply> reply) {
      throw new IllegalStateException(
          "internals of " + Caller.current() + " node " + Caller.nodeId());
    }
  }

  @BeforeEach
  void start() throws IOException {
    domain = TestDomain.in(directory.resolve("a"));
    self = domain.codeServer("cs1");
    server = ControlServer.start(ANY_PORT, self, List.of(new Echo()), TestLimits.CONTROL);
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }

  private SecretStagingGrpc.SecretStagingBlockingStub stub(Identity caller, Role expected) {
    ManagedChannel channel = ControlChannel.open(server.address(), caller, expected);
    channels.add(channel);
    return SecretStagingGrpc.newBlockingStub(channel).withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  private SecretStagingGrpc.SecretStagingBlockingStub stub(Identity caller) {
    return stub(caller, Role.CODESERVER);
  }

  private static StatusRuntimeException stageFails(
      SecretStagingGrpc.SecretStagingBlockingStub stub) {
    return assertThrows(
        StatusRuntimeException.class, () -> stub.stage(StageRequest.getDefaultInstance()));
  }

  @Test
  void shouldAnswerWhenRoleIsRight() {
    assertEquals(
        StageReply.getDefaultInstance(),
        stub(domain.authorizationServer("as1")).stage(StageRequest.getDefaultInstance()));
  }

  @Test
  void shouldRefuseWithOneLogLineWhenRoleIsWrong() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      StatusRuntimeException refused = stageFails(stub(domain.user("alice")));
      assertEquals(Status.Code.PERMISSION_DENIED, refused.getStatus().getCode());
      assertEquals(
          List.of(
              "WARN refused caller=rosa://17/user/alice"
                  + " method=rosa.control.v1.SecretStaging/Stage required-role=as"),
          log.lines());
    }
  }

  @Test
  void shouldRefuseCompressedRequests() {
    StatusRuntimeException refused =
        stageFails(stub(domain.authorizationServer("as1")).withCompression("gzip"));
    assertEquals(Status.Code.UNIMPLEMENTED, refused.getStatus().getCode());
  }

  @Test
  void shouldRefuseARequestThatIsLongerThanItsMethodNeeds() {
    StageRequest request =
        StageRequest.newBuilder()
            .setCodeDigest(ByteString.copyFrom(new byte[ControlLimits.REQUEST_BYTES]))
            .build();
    StatusRuntimeException refused =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub(domain.authorizationServer("as1")).stage(request));
    // gRPC tells a caller no more about a request that is not parsed.
    assertEquals(Status.Code.UNKNOWN, refused.getStatus().getCode());
    assertNull(staged);
  }

  @Test
  void shouldKeepNoUnknownFieldsOfARequest() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    stub(domain.authorizationServer("as1"))
        .stage(StageRequest.newBuilder().setUnknownFields(unknown).build());
    assertEquals(StageRequest.getDefaultInstance(), staged);
  }

  @Test
  void shouldTellNoDetailsWhenServiceHasABug() {
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      StatusRuntimeException failed =
          assertThrows(
              StatusRuntimeException.class,
              () -> stub(domain.router("r1")).retire(RetireRequest.getDefaultInstance()));
      assertEquals(Status.Code.INTERNAL, failed.getStatus().getCode());
      assertFalse(failed.getMessage().contains("internals"));
      assertEquals(1, log.linesWith("SecretStaging/Retire").size());
    }
  }

  @Test
  void shouldNotConnectWhenCallerIsOfAnotherDomain() {
    Identity stranger = TestDomain.in(directory.resolve("b")).authorizationServer("as1");
    StatusRuntimeException refused = stageFails(stub(stranger));
    assertEquals(Status.Code.UNAVAILABLE, refused.getStatus().getCode());
    assertTrue(
        ControlFailure.describe(refused).contains("was not issued by this domain's authority"));
  }

  @Test
  void shouldRefuseConnectionWithOneLogLineWhenCallerTrustsUsButIsAStranger() throws Exception {
    Identity stranger = TestDomain.in(directory.resolve("b")).authorizationServer("as1");
    SslContextBuilder tls =
        GrpcSslContexts.forClient()
            .keyManager(stranger.privateKey(), stranger.certificate())
            .trustManager(
                DomainTrust.inServer(
                    domain.certificate(), Role.CODESERVER, InstantSource.system()));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(server.address()).sslContext(tls.build()).build();
    channels.add(channel);
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      assertEquals(
          Status.Code.UNAVAILABLE,
          stageFails(SecretStagingGrpc.newBlockingStub(channel)).getStatus().getCode());
      assertEquals(1, log.linesWith("refused connection reason=").size(), log.lines().toString());
    }
  }

  @Test
  void shouldNotTalkToServerWhenItHasAnotherRole() {
    StatusRuntimeException refused = stageFails(stub(domain.user("alice"), Role.AS));
    assertEquals(
        "the server is rosa://17/codeserver/cs1, expected one of role as",
        ControlFailure.describe(refused));
  }

  @Test
  void shouldSayThereIsNoConnectionWhenServerIsDown() {
    SecretStagingGrpc.SecretStagingBlockingStub stub = stub(domain.authorizationServer("as1"));
    server.close();
    StatusRuntimeException failed = stageFails(stub);
    assertTrue(ControlFailure.describe(failed).startsWith("no connection (Connection refused"));
    assertEquals(ControlFailure.Kind.NOT_CONNECTED, ControlFailure.kind(failed));
  }

  @Test
  void shouldTellAServersAnswerFromAFailureToAskIt() {
    Identity alice = domain.user("alice");
    StatusRuntimeException refused = stageFails(stub(alice));
    assertEquals(ControlFailure.Kind.ANSWERED, ControlFailure.kind(refused));
    StatusRuntimeException wrongServer = stageFails(stub(alice, Role.AS));
    assertEquals(ControlFailure.Kind.BROKEN, ControlFailure.kind(wrongServer));
  }

  @Test
  void shouldSaySoWhenServerDoesNotSpeakTls() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread web =
          new Thread(
              () -> {
                try (Socket caller = other.accept()) {
                  caller
                      .getOutputStream()
                      .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                  caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // The caller has left, which it may.
                }
              });
      web.start();
      ManagedChannel channel =
          ControlChannel.open(
              (InetSocketAddress) other.getLocalSocketAddress(), domain.user("alice"), Role.AS);
      channels.add(channel);

      StatusRuntimeException failed =
          stageFails(
              SecretStagingGrpc.newBlockingStub(channel).withDeadlineAfter(120, TimeUnit.SECONDS));

      assertEquals("what answers there does not speak TLS", ControlFailure.describe(failed));
    }
  }

  @Test
  void shouldRefuseBeforeParsingWhenMessageIsTooLarge() {
    StageRequest large =
        StageRequest.newBuilder().setKci(ByteString.copyFrom(new byte[65 * 1024])).build();
    StatusRuntimeException refused =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub(domain.authorizationServer("as1")).stage(large));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, refused.getStatus().getCode());
  }

  @Test
  void shouldSayPortIsInUseWhenItIs() {
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                ControlServer.start(
                    server.address(), self, List.of(new Echo()), TestLimits.CONTROL));
    assertEquals(
        "cannot listen on 127.0.0.1:" + server.address().getPort() + ": the port is in use",
        refused.getMessage());
  }

  @Test
  void shouldCloseConnectionAtOnceWhenThereAreTooMany() throws IOException {
    stop();
    server =
        ControlServer.start(
            ANY_PORT,
            self,
            List.of(new Echo()),
            ControlLimits.DEFAULT.withConnections(TestLimits.CONNECTIONS.withConnections(1, 1, 1)));
    stub(domain.authorizationServer("as1")).stage(StageRequest.getDefaultInstance());
    try (Socket second = new Socket(server.address().getAddress(), server.address().getPort())) {
      second.setSoTimeout(120_000);
      assertEquals(-1, readOrReset(second.getInputStream()));
    }
    assertEquals(1, server.load().refusals().counted(PeerRefusal.SOURCE_SHARE));
  }

  private static ConnectionLimits limitedTo(int connections, int calls) {
    return new ConnectionLimits(
        null, null, connections, null, TestLimits.CONNECTIONS.handshake(), calls);
  }

  @Test
  void shouldRefuseConnectionOfIdentityWhenItsShareIsTaken() throws IOException {
    stop();
    ConnectionLimits one = limitedTo(1, 64);
    server =
        ControlServer.start(
            ANY_PORT, self, List.of(new Echo()), ControlLimits.DEFAULT.withConnections(one));
    Identity greedy = domain.authorizationServer("as1");
    stub(greedy).stage(StageRequest.getDefaultInstance());
    assertEquals(Status.Code.UNAVAILABLE, stageFails(stub(greedy)).getStatus().getCode());
    assertEquals(
        StageReply.getDefaultInstance(),
        stub(domain.authorizationServer("as2")).stage(StageRequest.getDefaultInstance()));
    assertTrue(server.load().refusals().counted(PeerRefusal.IDENTITY_SHARE) >= 1);
  }

  @Test
  void shouldRefuseCallsOfIdentityOverAllItsConnectionsWhenTooManyAreInProgress() throws Exception {
    stop();
    ConnectionLimits two = limitedTo(64, 2);
    HeldCalls.Service holding = new HeldCalls.Service();
    server =
        ControlServer.start(
            ANY_PORT, self, List.of(holding), ControlLimits.DEFAULT.withConnections(two));
    Identity greedy = domain.authorizationServer("as1");
    HeldCalls calls = new HeldCalls();
    try {
      calls.begin(stub(greedy).getChannel());
      calls.begin(stub(greedy).getChannel());
      holding.entered.acquire(2);
      StatusRuntimeException refused = stageFails(stub(greedy));
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, refused.getStatus().getCode());
      assertEquals(
          "rosa://17/as/as1 has 2 calls in progress, as many as this server allows one identity",
          ControlFailure.describe(refused));
      assertEquals(1, server.load().refusals().counted(PeerRefusal.CALLS_OF_IDENTITY));
      calls.begin(stub(domain.authorizationServer("as2")).getChannel());
      holding.entered.acquire();
    } finally {
      holding.released.release(3);
    }
    calls.awaitEnd(3);
    holding.released.release();
    assertEquals(
        StageReply.getDefaultInstance(), stub(greedy).stage(StageRequest.getDefaultInstance()));
  }

  private static int readOrReset(InputStream answers) throws IOException {
    try {
      return answers.read();
    } catch (SocketException reset) {
      return -1;
    }
  }

  @Test
  void shouldRefuseHandshakeWhenVersionIsOld() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManager anybody =
        DomainTrust.inServer(domain.certificate(), Role.CODESERVER, InstantSource.system());
    context.init(new KeyManager[0], new TrustManager[] {anybody}, null);
    InetSocketAddress address = server.address();
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThrows(SSLException.class, socket::startHandshake);
    }
  }
}
