package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementSigner;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * A user's side of the Authorization Server: signed service requests, and joins (PROTOCOL §6).
 * Thread-safe; owns its channel.
 */
public final class AuthorizationClient implements AutoCloseable {
  private static final String NODE = "Authorization Server";
  private static final String LABEL = "ROSA-v1 service-request";
  private static final int REQUEST_ID_BYTES = 16;
  private static final int DEADLINE_SECONDS = 15;

  private final HostPort address;
  private final Identity self;
  private final SecureRandom random;
  private final ManagedChannel channel;

  private AuthorizationClient(
      HostPort address, Identity self, SecureRandom random, ManagedChannel channel) {
    this.address = address;
    this.self = self;
    this.random = random;
    this.channel = channel;
  }

  /** A client that connects with its first call. */
  public static AuthorizationClient open(HostPort server, Identity self, SecureRandom random) {
    ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), self, Role.AS);
    return new AuthorizationClient(server, self, random, channel);
  }

  /** Asks for a session; returns after the server has recorded it. */
  public ActiveSession request(SessionRequest request) throws CallFailedException {
    PeerBoundCall<ServiceRequest, ServiceGrant> call =
        new PeerBoundCall<>(channel, AuthorizationGrpc.getRequestServiceMethod(), options());
    ActiveSession session = answer(() -> call.send(peer -> signed(request, peer)));
    boolean asAsked =
        session.parameters().source().equals(request.source())
            && session.parameters().destination().equals(request.destination());
    if (!asAsked) {
      throw CallFailedException.badAnswer(NODE, address, "the addresses are not those asked for");
    }
    return session;
  }

  private ServiceRequest signed(SessionRequest request, RosaId server) {
    byte[] requestId = new byte[REQUEST_ID_BYTES];
    random.nextBytes(requestId);
    byte[] statement = request.statement(requestId, self.id(), server);
    return ServiceRequest.newBuilder()
        .setSigned(StatementSigner.sign(self, LABEL, statement))
        .build();
  }

  /** Asks, as a named recipient, for the keys of a session that another user opened. */
  public ActiveSession join(long session) throws CallFailedException {
    JoinRequest request = JoinRequest.newBuilder().setSession(session).build();
    ActiveSession joined =
        answer(
            () ->
                AuthorizationGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                    .joinSession(request));
    if (joined.parameters().session() != session) {
      throw CallFailedException.badAnswer(NODE, address, "another session than the one asked for");
    }
    return joined;
  }

  private static CallOptions options() {
    return CallOptions.DEFAULT.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  private interface Call {
    ServiceGrant run();
  }

  private ActiveSession answer(Call call) throws CallFailedException {
    ServiceGrant grant;
    try {
      grant = call.run();
    } catch (StatusRuntimeException e) {
      throw CallFailedException.of(NODE, address, e);
    }
    try {
      return ActiveSession.of(grant);
    } catch (IllegalArgumentException e) {
      throw CallFailedException.badAnswer(NODE, address, e.getMessage());
    }
  }

  /** The domain this client belongs to, unsigned. */
  public int domain() {
    return self.id().domain();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
