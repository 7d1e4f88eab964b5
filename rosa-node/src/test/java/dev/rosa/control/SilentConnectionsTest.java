package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.ConnectionLimits;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.testkit.TestLimits;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that say nothing, more than a server takes, beside honest requests. */
final class SilentConnectionsTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final int SILENT = 1_100;

  @TempDir Path directory;
  private TestDomain domain;
  private ControlServer server;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<Socket> silent = new ArrayList<>();

  private static final class Accepting extends SecretStagingGrpc.SecretStagingImplBase {
    @Override
    public void stage(StageRequest request, StreamObserver<StageReply> reply) {
      reply.onNext(StageReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  @BeforeEach
  void start() throws IOException {
    domain = TestDomain.in(directory);
    server =
        ControlServer.start(
            ANY_PORT, domain.codeServer("cs1"), List.of(new Accepting()), TestLimits.CONTROL);
  }

  @AfterEach
  void stop() throws IOException {
    channels.forEach(ManagedChannel::shutdownNow);
    for (Socket socket : silent) {
      socket.close();
    }
    server.close();
  }

  @Test
  void shouldAnswerWhenAnotherAddressHoldsSilentConnections() throws Exception {
    holdSilentConnections("127.0.0.2");
    assertEquals(StageReply.getDefaultInstance(), ask());
    assertTrue(server.load().refusals().counted(PeerRefusal.UNFINISHED_SHARE) > 0);
    assertTrue(server.load().shares().unfinished() <= ConnectionLimits.DEFAULT.unfinished());
  }

  @Test
  void shouldAnswerWhenTheSameAddressHoldsSilentConnections() throws Exception {
    holdSilentConnections("127.0.0.1");
    assertEquals(StageReply.getDefaultInstance(), ask());
    assertTrue(server.load().refusals().counted(PeerRefusal.UNFINISHED_SHARE) > 0);
    assertTrue(server.load().shares().unfinished() <= ConnectionLimits.DEFAULT.unfinished());
  }

  @Test
  void shouldEndConnectionWhenItsHandshakeTakesTooLong() throws Exception {
    server.close();
    ControlLimits hasty =
        ControlLimits.DEFAULT.withConnections(
            new ConnectionLimits(null, null, null, null, Duration.ofMillis(200), null));
    server = ControlServer.start(ANY_PORT, domain.codeServer("cs2"), List.of(), hasty);
    try (Socket quiet = new Socket(server.address().getAddress(), server.address().getPort())) {
      quiet.setSoTimeout(120_000);
      assertEquals(-1, quiet.getInputStream().read());
    }
    while (server.load().shares().open() > 0) {
      Thread.sleep(10);
    }
    assertEquals(1, server.load().refusals().counted(PeerRefusal.HANDSHAKE_UNFINISHED));
  }

  private void holdSilentConnections(String source) throws IOException {
    InetAddress from = InetAddress.getByName(source);
    for (int i = 0; i < SILENT; i++) {
      InetSocketAddress to = server.address();
      silent.add(new Socket(to.getAddress(), to.getPort(), from, 0));
    }
  }

  private StageReply ask() {
    Identity caller = domain.authorizationServer("as1");
    ManagedChannel channel = ControlChannel.open(server.address(), caller, Role.CODESERVER);
    channels.add(channel);
    return SecretStagingGrpc.newBlockingStub(channel)
        .withDeadlineAfter(120, TimeUnit.SECONDS)
        .stage(StageRequest.getDefaultInstance());
  }
}
