package dev.rosa.bench.authorization;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.serving.ConnectionLimits;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Server that answers every request with the same grant, to measure the ceiling of TLS and gRPC. A
 * process of its own, as the server that it stands beside.
 */
public final class EchoServer {

  private static final int KEY_BYTES = 32;
  private static final int USER_BYTES = 16;

  private static final ServiceGrant GRANT =
      ServiceGrant.newBuilder()
          .setDomain(1)
          .setEpoch(1)
          .setSst(1)
          .setSet(1)
          .setSession(1)
          .setUser(ByteString.copyFrom(new byte[USER_BYTES]))
          .setCodeDigest(ByteString.copyFrom(new byte[KEY_BYTES]))
          .setKHmac(ByteString.copyFrom(new byte[KEY_BYTES]))
          .setCode(BenchServers.CODE)
          .build();

  /** As those of the servers that are measured. */
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(null, null, null, null, Duration.ofSeconds(10), 256);

  private EchoServer() {}

  /**
   * Serves until the process is ended.
   *
   * @param args prefix of its identity, and its address
   */
  public static void main(String[] args)
      throws IdentityException, IOException, InterruptedException {
    try (ControlServer server =
        ControlServer.start(
            HostPort.parse(args[1]).toSocketAddress(),
            Identity.load(Path.of(args[0])),
            List.of(new Echo()),
            ControlLimits.DEFAULT.withConnections(LIMITS))) {
      System.out.println("ready");
      server.awaitTermination();
    }
  }

  /** Service that answers with the grant. */
  private static final class Echo extends AuthorizationGrpc.AuthorizationImplBase {
    @Override
    public void requestService(ServiceRequest request, StreamObserver<ServiceGrant> reply) {
      reply.onNext(GRANT);
      reply.onCompleted();
    }
  }
}
