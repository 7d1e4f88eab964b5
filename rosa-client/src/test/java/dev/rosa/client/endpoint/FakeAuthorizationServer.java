package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.config.HostPort;
import dev.rosa.control.Caller;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.testkit.TestLimits;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An Authorization Server of a few lines behind a real control server, with a domain of its own.
 */
public final class FakeAuthorizationServer extends AuthorizationGrpc.AuthorizationImplBase
    implements AutoCloseable {
  /** The code's digest of every session. */
  public static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1, 2, 3});

  /** Records of a domain, which its servers share. */
  private static final class Records {
    private final SecureRandom random = new SecureRandom();
    private final CodeSecret secret = CodeSecret.random(random);
    private final Set<ByteString> requestIds = ConcurrentHashMap.newKeySet();
    private final Map<Long, ServiceGrant> sessions = new ConcurrentHashMap<>();
    private final Map<Long, List<String>> recipients = new ConcurrentHashMap<>();
  }

  private final Records records;
  private final SecureRandom random;
  private final Path domain;
  private final Identity self;
  private final ControlServer server;
  private final HostPort address;

  final AtomicInteger joins = new AtomicInteger();
  final List<ServiceRequestStatement> requests = new CopyOnWriteArrayList<>();
  final List<ToldSessions> streams = new CopyOnWriteArrayList<>();
  volatile Status answer = Status.OK;

  /** No join is answered, and no request that was recorded. */
  volatile boolean silent;

  private FakeAuthorizationServer(Path domain, String name, Records records)
      throws IdentityException, IOException {
    this.domain = domain;
    this.records = records;
    this.random = records.random;
    this.self = Identity.load(domain.resolve(name));
    this.server =
        ControlServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            self,
            List.of(this),
            TestLimits.CONTROL);
    this.address = new HostPort("127.0.0.1", server.address().getPort());
  }

  /** Makes the domain 17 with as1, as2, alice and bob in a directory, and starts. */
  public static FakeAuthorizationServer start(Path domain) throws IdentityException, IOException {
    DomainAuthority authority = DomainAuthority.init(domain, 17);
    for (String server : new String[] {"as1", "as2"}) {
      authority.issue(Role.AS, server, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    }
    for (String user : new String[] {"alice", "bob"}) {
      authority.issue(Role.USER, user, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    }
    return new FakeAuthorizationServer(domain, "as1", new Records());
  }

  /** Starts as2 of the same domain, with the same records. */
  FakeAuthorizationServer startBeside() throws IdentityException, IOException {
    return new FakeAuthorizationServer(domain, "as2", records);
  }

  RosaId identity(String user) throws IdentityException {
    return Identity.load(domain.resolve(user)).id();
  }

  /** Sessions that were recorded. */
  int sessions() {
    return records.sessions.size();
  }

  /** Its address. */
  public HostPort address() {
    return address;
  }

  /** Answers every further request with this. */
  public void answerWith(Status status) {
    answer = status;
  }

  AuthorizationClient client(String user) throws IdentityException {
    return client(user, List.of(address()));
  }

  /** A client that gives no server up on a busy machine. */
  AuthorizationClient client(String user, List<HostPort> servers) throws IdentityException {
    return AuthorizationClient.open(
        servers, Identity.load(domain.resolve(user)), random, ControlNodes.PATIENCE);
  }

  /** A client that gives silent servers up. */
  AuthorizationClient impatient(String user, List<HostPort> servers) throws IdentityException {
    return AuthorizationClient.open(servers, Identity.load(domain.resolve(user)), random);
  }

  @Override
  public void requestService(ServiceRequest request, StreamObserver<ServiceGrant> observer) {
    try {
      new StatementVerifier(self.authority())
          .verify(request.getSigned(), StatementKind.SERVICE_REQUEST, InstantSource.system());
      ServiceRequestStatement asked =
          ServiceRequestStatement.parseFrom(request.getSigned().getStatement());
      requests.add(asked);
      boolean sound =
          asked.getUser().equals(Caller.require(Role.USER).toString())
              && asked.getAuthorizationServer().equals(self.id().toString())
              && asked.getSignedAt() != 0
              && asked.getRequestId().size() == 16;
      if (!sound || !answer.isOk()) {
        throw (sound ? answer : Status.INVALID_ARGUMENT).asRuntimeException();
      }
      if (!records.requestIds.add(asked.getRequestId())) {
        throw Status.ALREADY_EXISTS.asRuntimeException();
      }
      ServiceGrant grant = grant(asked);
      if (silent) {
        return;
      }
      observer.onNext(grant);
      observer.onCompleted();
    } catch (IdentityException | InvalidProtocolBufferException | UnknownHostException e) {
      throw Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
    }
  }

  private ServiceGrant grant(ServiceRequestStatement asked) throws UnknownHostException {
    long session = random.nextLong();
    int sst = (int) InstantSource.system().instant().getEpochSecond();
    SessionParameters parameters =
        new SessionParameters(
            asked.getSuite() == 0 ? Suite.HMAC_SHA256 : Suite.ofId(asked.getSuite()),
            17,
            1,
            asked.getServiceStart() == 0 ? sst : asked.getServiceStart(),
            asked.getServiceEnd() == 0 ? sst + asked.getSeconds() : asked.getServiceEnd(),
            session,
            UserId.of(new byte[16]),
            CODE,
            new Grant(asked.getGrant().getPacketsPerSecond(), 0, asked.getGrant().getPermissions()),
            InetAddress.getByAddress(asked.getSource().toByteArray()),
            InetAddress.getByAddress(asked.getDestination().toByteArray()));
    SessionKey key = new KeyDerivation().derive(parameters, records.secret);
    ServiceGrant grant = message(asked.getCode(), parameters, key);
    records.sessions.put(session, grant);
    records.recipients.put(session, List.copyOf(asked.getRecipientsList()));
    return grant;
  }

  private static ServiceGrant message(String code, SessionParameters parameters, SessionKey key) {
    return ServiceGrant.newBuilder()
        .setDomain(parameters.domain())
        .setEpoch(parameters.epoch())
        .setSst(parameters.sst())
        .setSet(parameters.set())
        .setSession(parameters.session())
        .setUser(ByteString.copyFrom(parameters.user().toBytes()))
        .setCodeDigest(ByteString.copyFrom(parameters.code().toBytes()))
        .setGrant(parameters.grant().bits())
        .setSuite(parameters.suite().id())
        .setSource(ByteString.copyFrom(parameters.source().getAddress()))
        .setDestination(ByteString.copyFrom(parameters.destination().getAddress()))
        .setKHmac(ByteString.copyFrom(key.macKey()))
        .setKEncrypt(ByteString.copyFrom(key.cipherKey()))
        .setCode(code)
        .build();
  }

  private JoinStatement verified(JoinRequest request, String caller) {
    try {
      new StatementVerifier(self.authority())
          .verify(request.getSigned(), StatementKind.SESSION_JOIN, InstantSource.system());
      JoinStatement asked = JoinStatement.parseFrom(request.getSigned().getStatement());
      boolean sound =
          asked.getUser().equals(caller)
              && asked.getAuthorizationServer().equals(self.id().toString())
              && asked.getSignedAt() != 0
              && asked.getRequestId().size() == 16
              && records.requestIds.add(asked.getRequestId());
      if (sound) {
        return asked;
      }
    } catch (IdentityException | InvalidProtocolBufferException e) {
      // The same answer as to one that is not sound.
    }
    throw Status.INVALID_ARGUMENT.withDescription("this join does not hold").asRuntimeException();
  }

  @Override
  public void joinSession(JoinRequest request, StreamObserver<ServiceGrant> observer) {
    joins.incrementAndGet();
    if (silent) {
      return;
    }
    String caller = Caller.require(Role.USER).toString();
    long session = verified(request, caller).getSession();
    ServiceGrant grant = records.sessions.get(session);
    if (grant == null || !records.recipients.get(session).contains(caller)) {
      throw Status.PERMISSION_DENIED
          .withDescription(caller + " is no recipient of this session")
          .asRuntimeException();
    }
    observer.onNext(grant);
    observer.onCompleted();
  }

  @Override
  public StreamObserver<WatchSessionsRequest> watchSessions(
      StreamObserver<SessionNotices> observer) {
    ToldSessions told = new ToldSessions(observer);
    streams.add(told);
    return told;
  }

  @Override
  public void close() {
    server.close();
  }
}
