package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.Caller;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.domainstate.StateContent;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.publication.Publication;
import dev.rosa.testkit.TestLimits;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Code Server that says what a test tells it to, over the real control plane. The test sets its
 * fields before a call comes. Each catalogue that has no state of the domain gets a new one that
 * agrees with it.
 */
public final class ScriptedCodeServer extends CodeDistributionGrpc.CodeDistributionImplBase
    implements AutoCloseable {

  private static final int MAX_MESSAGE_BYTES = 8 << 20;
  private static final Duration STATE_LIFE = Duration.ofDays(1);
  private static final AtomicLong NUMBERS = new AtomicLong();

  public volatile Catalogue catalogue = Catalogue.newBuilder().setVersion(1).build();
  volatile StatusRuntimeException watchRefusal;
  volatile StatusRuntimeException fetchRefusal;
  public volatile FetchCodeReply code = FetchCodeReply.getDefaultInstance();

  /** Codes beside {@link #code}, by digest. */
  public final Map<CodeDigest, FetchCodeReply> codes = new ConcurrentHashMap<>();

  public volatile FetchSecretReply secret = FetchSecretReply.getDefaultInstance();

  /** Segments of the list of revocations, by name; every state names all of them. */
  final Map<SegmentName, byte[]> segments = new ConcurrentHashMap<>();

  /** False: catalogues go out as they are. */
  volatile boolean addsState = true;

  /** Secret to which its states commit for every epoch; null: to none. */
  public volatile CodeSecret committed;

  /** True: it takes streams and sends no catalogue. */
  volatile boolean silent;

  /** True: it answers no call for segments. */
  volatile boolean holdsSegments;

  final AtomicInteger segmentFetches = new AtomicInteger();
  volatile int watchedNodeId;
  final AtomicInteger watches = new AtomicInteger();
  public final AtomicInteger fetches = new AtomicInteger();
  private final List<StreamObserver<Catalogue>> watchers = new CopyOnWriteArrayList<>();
  private final Identity self;
  private final Identity authorizationServer;
  private ControlServer server;
  private ScriptedCodeServer second;
  private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** Such a Code Server with an Authorization Server that signs states for it. */
  public ScriptedCodeServer(TestDomain domain, String name) {
    this(domain.codeServer(name), domain.authorizationServer("as-of-" + name));
  }

  ScriptedCodeServer(Identity self, Identity authorizationServer) {
    this.self = self;
    this.authorizationServer = authorizationServer;
  }

  /** The Authorization Server. */
  Identity signer() {
    return authorizationServer;
  }

  /** Starts, after the first time on the same port. */
  public ScriptedCodeServer start() {
    try {
      server =
          ControlServer.start(
              address,
              self,
              List.of(this),
              TestLimits.CONTROL.carryingBundlesOf(MAX_MESSAGE_BYTES));
      address = server.address();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public HostPort address() {
    return new HostPort("127.0.0.1", address.getPort());
  }

  /** Lets the routers that are configured from now on have another Code Server after this one. */
  public void precede(ScriptedCodeServer next) {
    second = next;
  }

  /** Writes the configuration of a router {@code r1} of this Code Server, with further elements. */
  public Path writeRouterConfig(Path directory, String elements) throws IOException {
    return Files.writeString(
        directory.resolve("router.xml"),
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>%s</code-server>
          <status>127.0.0.1:0</status>
          %s
        </router>
        """
            .formatted(servers(), elements));
  }

  private String servers() {
    return second == null ? address().toString() : address() + " " + second.address();
  }

  @Override
  public void watchCatalogue(WatchCatalogueRequest request, StreamObserver<Catalogue> reply) {
    Caller.require(Role.ROUTER);
    watches.incrementAndGet();
    watchedNodeId = request.getNodeId();
    if (watchRefusal != null) {
      throw watchRefusal;
    }
    watchers.add(reply);
    if (!silent) {
      reply.onNext(withState(catalogue));
    }
  }

  @Override
  public void fetchRevocations(
      FetchRevocationsRequest request, StreamObserver<FetchRevocationsReply> reply) {
    segmentFetches.incrementAndGet();
    if (holdsSegments) {
      return;
    }
    FetchRevocationsReply.Builder found = FetchRevocationsReply.newBuilder();
    for (ByteString name : request.getSegmentsList()) {
      byte[] segment = segments.get(SegmentName.of(name.toByteArray()));
      if (segment == null) {
        throw refusal(Status.NOT_FOUND, "not a segment of this state");
      }
      found.addSegments(ByteString.copyFrom(segment));
    }
    reply.onNext(found.build());
    reply.onCompleted();
  }

  private Catalogue withState(Catalogue sent) {
    return !addsState || sent.hasState()
        ? sent
        : sent.toBuilder().setState(newerState(content(sent), STATE_LIFE).signed()).build();
  }

  /** The state that agrees with a catalogue and names all segments. */
  StateContent content(Catalogue catalogue) {
    Map<CodeDigest, Set<Integer>> epochs = new HashMap<>();
    catalogue
        .getEntriesList()
        .forEach(
            entry -> {
              if (entry.getDigest().size() == CodeDigest.BYTES) {
                epochs.put(
                    CodeDigest.of(entry.getDigest().toByteArray()),
                    Set.copyOf(entry.getEpochsList()));
              }
            });
    List<SegmentName> names =
        segments.keySet().stream().sorted(Comparator.comparing(SegmentName::toString)).toList();
    return committed == null
        ? new StateContent(epochs, names)
        : StateContent.committed(commitments(epochs), names);
  }

  private Map<CodeDigest, Map<Integer, SecretCommitment>> commitments(
      Map<CodeDigest, Set<Integer>> epochs) {
    Map<CodeDigest, Map<Integer, SecretCommitment>> commitments = new HashMap<>();
    epochs.forEach(
        (code, each) -> {
          Map<Integer, SecretCommitment> ofCode = new HashMap<>();
          each.forEach(
              epoch ->
                  ofCode.put(
                      epoch, SecretCommitment.to(TestDomain.DOMAIN, code, epoch, committed)));
          commitments.put(code, ofCode);
        });
    return commitments;
  }

  /** A state that is newer than all others in this JVM. */
  DomainState newerState(StateContent content, Duration life) {
    Instant issued = Instant.now();
    return DomainStates.sign(
        authorizationServer, NUMBERS.incrementAndGet(), issued, issued.plus(life), content);
  }

  /** Adds a segment with these revocations. */
  void revoke(Revoked... revoked) {
    byte[] segment = RevocationSegments.write(List.of(revoked));
    segments.put(SegmentName.ofSegment(segment), segment);
  }

  /** Sends a new catalogue to every router. */
  void push(Catalogue next) {
    catalogue = next;
    Catalogue sent = withState(next);
    watchers.forEach(watcher -> watcher.onNext(sent));
  }

  @Override
  public void fetchCode(FetchCodeRequest request, StreamObserver<FetchCodeReply> reply) {
    CodeDigest digest = CodeDigest.of(request.getDigest().toByteArray());
    answer(reply, codes.getOrDefault(digest, code));
  }

  @Override
  public void fetchSecret(FetchSecretRequest request, StreamObserver<FetchSecretReply> reply) {
    answer(reply, secret);
  }

  private <T> void answer(StreamObserver<T> reply, T value) {
    fetches.incrementAndGet();
    if (fetchRefusal != null) {
      throw fetchRefusal;
    }
    reply.onNext(value);
    reply.onCompleted();
  }

  public static Catalogue catalogue(long version, CodeDigest... codes) {
    Catalogue.Builder catalogue = Catalogue.newBuilder().setVersion(version);
    for (CodeDigest code : codes) {
      catalogue.addEntries(
          CatalogueEntry.newBuilder()
              .setDigest(ByteString.copyFrom(code.toBytes()))
              .setName("sample")
              .setPermitted(true)
              .addEpochs(7));
    }
    return catalogue.build();
  }

  public static SignedStatement publication(Identity publisher, CodeDigest code, Instant at) {
    return publication(publisher, publisher.id().toString(), code, at);
  }

  public static SignedStatement publication(
      Identity signer, String publisher, CodeDigest code, Instant at) {
    return new Publication(publisher, "sample", code, at).signedBy(signer);
  }

  static StatusRuntimeException refusal(Status status, String reason) {
    return status.withDescription(reason).asRuntimeException();
  }

  /** Stops serving as a crash would: streams break. */
  public void stop() {
    watchers.forEach(
        watcher -> {
          try {
            watcher.onError(refusal(Status.UNAVAILABLE, "stopping"));
          } catch (IllegalStateException e) {
            // The stream has ended already.
          }
        });
    watchers.clear();
    server.close();
  }

  @Override
  public void close() {
    stop();
  }
}
