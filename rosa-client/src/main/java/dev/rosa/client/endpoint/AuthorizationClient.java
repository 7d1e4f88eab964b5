package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.Backoff;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import io.grpc.ManagedChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * User's client of a domain's Authorization Servers: signed service requests and joins, and notices
 * of the standing of sessions (PROTOCOL §6). Thread-safe; owns its channels.
 *
 * <p>A request names the server that it is for. If that one cannot be reached or is silent, the
 * request is signed for the next one, with the same id: the servers of a domain answer an id once.
 * If the lost answer was to a session that is recorded, a further request with an id of its own
 * follows; the recorded session, whose keys are known to no user, counts until its end. A join has
 * an id of its own for each server.
 */
public final class AuthorizationClient implements AutoCloseable {
  private static final String TITLE = "Authorization Server";
  private static final int REQUEST_ID_BYTES = 16;

  /** With an answer of the next server, a request has one within two seconds. */
  private static final Duration SILENCE = Duration.ofMillis(1_500);

  private final ControlNodes servers;
  private final Identity self;
  private final SecureRandom random;
  private final InstantSource clock = InstantSource.system();

  private AuthorizationClient(ControlNodes servers, Identity self, SecureRandom random) {
    this.servers = servers;
    this.self = self;
    this.random = random;
  }

  /** A client that connects with its first call. */
  public static AuthorizationClient open(HostPort server, Identity self, SecureRandom random) {
    return open(List.of(server), self, random);
  }

  /**
   * The same with several servers of the domain.
   *
   * @param servers at least one; asked in this order
   */
  public static AuthorizationClient open(
      List<HostPort> servers, Identity self, SecureRandom random) {
    return open(servers, self, random, SILENCE);
  }

  /** The same, with the time after which a silent server is given up for the next one. */
  static AuthorizationClient open(
      List<HostPort> servers, Identity self, SecureRandom random, Duration silence) {
    return new AuthorizationClient(
        ControlNodes.of(servers, server -> node(server, self), silence), self, random);
  }

  private static ControlNode node(HostPort server, Identity self) {
    ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), self, Role.AS);
    return new ControlNode(TITLE, server, channel, ControlNodes.PATIENCE);
  }

  /** Asks for a session; returns after a server has recorded it. */
  public ActiveSession request(SessionRequest request) throws CallFailedException {
    Asked asked = new Asked(request);
    return servers.ask(asked::of);
  }

  /** One request on its way from server to server. */
  private final class Asked {
    private final SessionRequest request;
    private byte[] id = newRequestId();
    private boolean mayBeRecorded;

    Asked(SessionRequest request) {
      this.request = request;
    }

    ActiveSession of(ControlNode node) throws CallFailedException {
      try {
        return requested(node);
      } catch (CallFailedException e) {
        if (!mayBeRecorded || !e.isAnsweredBefore()) {
          mayBeRecorded = true;
          throw e;
        }
      }
      id = newRequestId();
      mayBeRecorded = false;
      return of(node);
    }

    private ActiveSession requested(ControlNode node) throws CallFailedException {
      ActiveSession session =
          session(node, node.ask(() -> call(node).send(server -> signed(request, id, server))));
      boolean asAsked =
          session.parameters().source().equals(request.source())
              && session.parameters().destination().equals(request.destination());
      if (!asAsked) {
        throw CallFailedException.badAnswer(node, "the addresses are not those asked for");
      }
      return session;
    }
  }

  private static PeerBoundCall<ServiceRequest, ServiceGrant> call(ControlNode node) {
    return new PeerBoundCall<>(
        node.channel(), AuthorizationGrpc.getRequestServiceMethod(), node.options());
  }

  private byte[] newRequestId() {
    byte[] id = new byte[REQUEST_ID_BYTES];
    random.nextBytes(id);
    return id;
  }

  private ServiceRequest signed(SessionRequest request, byte[] id, RosaId server) {
    byte[] statement = request.statement(id, self.id(), server, clock.instant());
    return ServiceRequest.newBuilder()
        .setSigned(StatementSigner.sign(self, StatementKind.SERVICE_REQUEST, statement))
        .build();
  }

  /** Asks, as a named recipient, for the keys of a session that another user opened. */
  public ActiveSession join(long session) throws CallFailedException {
    return servers.ask(node -> join(node, session));
  }

  private ActiveSession join(ControlNode node, long session) throws CallFailedException {
    ActiveSession joined =
        session(node, node.ask(() -> joinCall(node).send(server -> signedJoin(session, server))));
    if (joined.parameters().session() != session) {
      throw CallFailedException.badAnswer(node, "another session than the one asked for");
    }
    return joined;
  }

  private static PeerBoundCall<JoinRequest, ServiceGrant> joinCall(ControlNode node) {
    return new PeerBoundCall<>(
        node.channel(), AuthorizationGrpc.getJoinSessionMethod(), node.options());
  }

  private JoinRequest signedJoin(long session, RosaId server) {
    JoinStatement statement =
        JoinStatement.newBuilder()
            .setRequestId(ByteString.copyFrom(newRequestId()))
            .setAuthorizationServer(server.toString())
            .setUser(self.id().toString())
            .setSignedAt((int) clock.instant().getEpochSecond())
            .setSession(session)
            .build();
    return JoinRequest.newBuilder()
        .setSigned(StatementSigner.sign(self, StatementKind.SESSION_JOIN, statement.toByteArray()))
        .build();
  }

  /**
   * Notices of the sessions that an endpoint holds.
   *
   * @param whenNews called from any thread when there are any
   * @return the caller's to close
   */
  StandingNotice.Feed watch(Runnable whenNews) {
    return new SessionWatch(servers::channel, new Backoff(random), whenNews);
  }

  private static ActiveSession session(ControlNode node, ServiceGrant grant)
      throws CallFailedException {
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
    servers.close();
  }
}
