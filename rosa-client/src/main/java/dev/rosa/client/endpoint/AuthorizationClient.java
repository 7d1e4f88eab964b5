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
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import java.security.SecureRandom;

/**
 * A user's side of the Authorization Server: signed service requests, and joins (PROTOCOL §6).
 * Thread-safe; owns its channel.
 */
public final class AuthorizationClient implements AutoCloseable {
  private static final String TITLE = "Authorization Server";
  private static final int REQUEST_ID_BYTES = 16;
  private static final int CALL_SECONDS = 30;

  private final ControlNode node;
  private final Identity self;
  private final SecureRandom random;

  private AuthorizationClient(ControlNode node, Identity self, SecureRandom random) {
    this.node = node;
    this.self = self;
    this.random = random;
  }

  /** A client that connects with its first call. */
  public static AuthorizationClient open(HostPort server, Identity self, SecureRandom random) {
    ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), self, Role.AS);
    return new AuthorizationClient(
        new ControlNode(TITLE, server, channel, CALL_SECONDS), self, random);
  }

  /** Asks for a session; returns after the server has recorded it. */
  public ActiveSession request(SessionRequest request) throws CallFailedException {
    ActiveSession session = session(node.ask(() -> call().send(peer -> signed(request, peer))));
    boolean asAsked =
        session.parameters().source().equals(request.source())
            && session.parameters().destination().equals(request.destination());
    if (!asAsked) {
      throw CallFailedException.badAnswer(node, "the addresses are not those asked for");
    }
    return session;
  }

  private PeerBoundCall<ServiceRequest, ServiceGrant> call() {
    return new PeerBoundCall<>(
        node.channel(), AuthorizationGrpc.getRequestServiceMethod(), node.options());
  }

  private ServiceRequest signed(SessionRequest request, RosaId server) {
    byte[] requestId = new byte[REQUEST_ID_BYTES];
    random.nextBytes(requestId);
    byte[] statement = request.statement(requestId, self.id(), server);
    return ServiceRequest.newBuilder()
        .setSigned(StatementSigner.sign(self, StatementKind.SERVICE_REQUEST, statement))
        .build();
  }

  /** Asks, as a named recipient, for the keys of a session that another user opened. */
  public ActiveSession join(long session) throws CallFailedException {
    JoinRequest request = JoinRequest.newBuilder().setSession(session).build();
    ServiceGrant grant =
        node.ask(
            () ->
                ClientCalls.blockingUnaryCall(
                    node.channel(),
                    AuthorizationGrpc.getJoinSessionMethod(),
                    node.options(),
                    request));
    ActiveSession joined = session(grant);
    if (joined.parameters().session() != session) {
      throw CallFailedException.badAnswer(node, "another session than the one asked for");
    }
    return joined;
  }

  private ActiveSession session(ServiceGrant grant) throws CallFailedException {
    try {
      return ActiveSession.of(grant);
    } catch (IllegalArgumentException e) {
      throw CallFailedException.badAnswer(node, e.getMessage());
    }
  }

  /** The domain this client belongs to, unsigned. */
  public int domain() {
    return self.id().domain();
  }

  @Override
  public void close() {
    node.close();
  }
}
