package dev.rosa.as;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.Caller;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.testkit.TestLimits;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A Code Server that keeps what is staged in memory; its routers have every secret at once. */
final class FakeCodeServer extends SecretStagingGrpc.SecretStagingImplBase
    implements AutoCloseable {
  final Map<CodeDigest, CodeSecret> staged = new ConcurrentHashMap<>();
  private final long start = System.nanoTime();
  private final ControlServer server;

  private FakeCodeServer(Identity self, int port) throws IOException {
    server =
        ControlServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            self,
            List.of(this),
            TestLimits.CONTROL);
  }

  static FakeCodeServer start(Identity self, int port) throws IOException {
    return new FakeCodeServer(self, port);
  }

  HostPort address() {
    return new HostPort("127.0.0.1", server.address().getPort());
  }

  @Override
  public void holdLease(LeaseRequest request, StreamObserver<LeaseReply> reply) {
    Caller.require(Role.AS);
    reply.onNext(
        LeaseReply.newBuilder()
            .setStart(start)
            .setToken(ByteString.copyFromUtf8("the only token"))
            .build());
    reply.onCompleted();
  }

  @Override
  public void stage(StageRequest request, StreamObserver<StageReply> reply) {
    Caller.require(Role.AS);
    staged.put(
        CodeDigest.of(request.getCodeDigest().toByteArray()),
        CodeSecret.of(request.getKci().toByteArray()));
    reply.onNext(StageReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void close() {
    server.close();
  }
}
