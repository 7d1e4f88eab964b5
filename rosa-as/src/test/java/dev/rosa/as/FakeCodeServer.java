package dev.rosa.as;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.control.Caller;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.CodesOfRouterReply;
import dev.rosa.control.v1.CodesOfRouterRequest;
import dev.rosa.control.v1.HeldSecret;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.ListPublicationsReply;
import dev.rosa.control.v1.ListPublicationsRequest;
import dev.rosa.control.v1.OfferCheckpointReply;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.control.v1.OfferRevocationsReply;
import dev.rosa.control.v1.OfferRevocationsRequest;
import dev.rosa.control.v1.OfferStateReply;
import dev.rosa.control.v1.OfferStateRequest;
import dev.rosa.control.v1.RetireReply;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.testkit.TestLimits;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.MemoryWitnessStore;
import dev.rosa.witness.Witness;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Code Server that keeps what is staged and offered in memory; its routers have every secret at
 * once.
 */
public final class FakeCodeServer extends SecretStagingGrpc.SecretStagingImplBase
    implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;

  public final Map<CodeDigest, CodeSecret> staged = new ConcurrentHashMap<>();

  /** Epochs whose secrets it was told to destroy. */
  public final Set<Epoch> retired = ConcurrentHashMap.newKeySet();

  /** Bytes of segments by name. */
  public final Map<SegmentName, byte[]> segments = new ConcurrentHashMap<>();

  /** Secrets that it says it holds. */
  public final List<HeldSecret> held = new CopyOnWriteArrayList<>();

  /** Answers no request that would give a lease. */
  public volatile boolean refusesLeases;

  /** True: it keeps no segment, and names each that is missing very often. */
  public volatile boolean keepsNothing;

  /** Segments that came, also twice. */
  public final AtomicInteger segmentsSent = new AtomicInteger();

  /** Acts at the storage before it answers a message with segments. */
  public volatile Runnable onSegments = () -> {};

  /** Acts before it looks at a state that is offered. */
  public volatile Runnable onOffer = () -> {};

  /** True: another Authorization Server has always offered a newer state meanwhile. */
  public volatile boolean abortsSegments;

  /** Epochs whose secret came. */
  public final Set<Epoch> stagedEpochs = ConcurrentHashMap.newKeySet();

  /** Answers to secrets are given once so many of them are asked for. */
  public volatile int stagedTogether = 1;

  private final List<StreamObserver<StageReply>> unanswered = new CopyOnWriteArrayList<>();

  /** Requests that give a lease. */
  public final AtomicInteger leases = new AtomicInteger();

  /** Secrets that it says its routers lack. */
  public final List<AwaitedSecret> awaited = new CopyOnWriteArrayList<>();

  public volatile boolean moreAwaited;

  /** Token of its replies. */
  public volatile String token = "the only token";

  /** True: each reply says that it was started since. */
  public volatile boolean alwaysStarts;

  /** Publications that it has taken, by ascending versions. */
  public final List<KeptPublication> publications = new CopyOnWriteArrayList<>();

  /** True: it is of a version that lists no publications. */
  public volatile boolean refusesPublications;

  /** Codes that every router may have. */
  public final Set<CodeDigest> ofRouters = ConcurrentHashMap.newKeySet();

  /** True: it says that no router has fetched anything. */
  public volatile boolean hasSeenNone;

  /** Codes that are none, named beside {@link #ofRouters}. */
  public volatile List<ByteString> malformedCodes = List.of();

  /** The witness that it is; another one takes its place after a loss of storage. */
  public volatile Witness witness;

  private final DomainStates states;
  private volatile DomainState carried;
  private final long start = System.nanoTime();
  private final ControlServer server;

  private FakeCodeServer(Identity self, int port) throws IOException {
    states = new DomainStates(self.authority(), self.id().domain());
    witness = witness(self);
    server =
        ControlServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            self,
            List.of(this),
            TestLimits.CONTROL.carryingBundlesOf(
                MOST_BYTES,
                SecretStagingGrpc.getOfferStateMethod(),
                SecretStagingGrpc.getOfferRevocationsMethod()));
  }

  private static Witness witness(Identity self) throws IOException {
    try {
      NoteSigner signer =
          NoteSigner.randomWitness(KeyStatements.nameOfWitness(self.id()), new SecureRandom());
      return Witness.open(new MemoryWitnessStore(), signer, self, InstantSource.system());
    } catch (TransparencyException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void offerCheckpoint(
      OfferCheckpointRequest request, StreamObserver<OfferCheckpointReply> reply) {
    String from = Caller.require(Role.AS).toString();
    try {
      Witness.Answer unused = witness.offer(request.getNewest(), request.getProofsList(), from);
    } catch (IOException | IdentityException | TransparencyException e) {
      throw new IllegalArgumentException(e);
    }
    OfferCheckpointReply.Builder answer = OfferCheckpointReply.newBuilder();
    witness.kept().ifPresent(answer::addKept);
    answer.addSizes(witness.keptRows());
    reply.onNext(answer.build());
    reply.onCompleted();
  }

  public static FakeCodeServer start(Identity self, int port) throws IOException {
    return new FakeCodeServer(self, port);
  }

  /** The state that is carried to the routers; null before the first. */
  public DomainState carried() {
    return carried;
  }

  /** All revocations of the state that is carried. */
  public List<Revoked> revoked() {
    return carried.content().segments().stream()
        .flatMap(name -> RevocationSegments.read(segments.get(name)).stream())
        .toList();
  }

  @Override
  public void listPublications(
      ListPublicationsRequest request, StreamObserver<ListPublicationsReply> reply) {
    Caller.require(Role.AS);
    if (refusesPublications) {
      throw Status.UNIMPLEMENTED.asRuntimeException();
    }
    reply.onNext(
        ListPublicationsReply.newBuilder()
            .addAllPublications(
                publications.stream()
                    .filter(each -> each.getVersion() > request.getAfter())
                    .limit(16)
                    .toList())
            .build());
    reply.onCompleted();
  }

  @Override
  public void offerState(OfferStateRequest request, StreamObserver<OfferStateReply> reply) {
    Caller.require(Role.AS);
    onOffer.run();
    DomainState offered = verified(request.getState());
    if (carried != null && carried.isNewerThan(offered)) {
      reply.onError(
          Status.FAILED_PRECONDITION
              .withDescription("state " + carried.number() + " was taken before")
              .asRuntimeException());
      return;
    }
    List<SegmentName> missing =
        offered.content().segments().stream().filter(name -> !segments.containsKey(name)).toList();
    if (missing.isEmpty()) {
      carried = offered;
    }
    OfferStateReply.Builder answer = OfferStateReply.newBuilder();
    (keepsNothing
            ? Collections.nCopies(500, missing).stream().flatMap(List::stream)
            : missing.stream())
        .limit(1_000)
        .forEach(name -> answer.addMissing(ByteString.copyFrom(name.toBytes())));
    reply.onNext(answer.build());
    reply.onCompleted();
  }

  private DomainState verified(SignedState state) {
    try {
      return states.verify(state, InstantSource.system());
    } catch (IdentityException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void offerRevocations(
      OfferRevocationsRequest request, StreamObserver<OfferRevocationsReply> reply) {
    Caller.require(Role.AS);
    segmentsSent.addAndGet(request.getSegmentsCount());
    onSegments.run();
    if (abortsSegments) {
      reply.onError(Status.ABORTED.asRuntimeException());
      return;
    }
    for (ByteString segment : request.getSegmentsList()) {
      if (keepsNothing) {
        continue;
      }
      segments.put(SegmentName.ofSegment(segment.toByteArray()), segment.toByteArray());
    }
    reply.onNext(OfferRevocationsReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void codesOfRouter(
      CodesOfRouterRequest request, StreamObserver<CodesOfRouterReply> reply) {
    Caller.require(Role.AS);
    CodesOfRouterReply.Builder answer = CodesOfRouterReply.newBuilder();
    ofRouters.forEach(code -> answer.addCodes(ByteString.copyFrom(code.toBytes())));
    answer.addAllCodes(malformedCodes);
    answer.setUnseen(hasSeenNone);
    reply.onNext(answer.build());
    reply.onCompleted();
  }

  @Override
  public void retire(RetireRequest request, StreamObserver<RetireReply> reply) {
    Caller.require(Role.AS);
    retired.add(
        new Epoch(CodeDigest.of(request.getCodeDigest().toByteArray()), request.getEpoch()));
    reply.onNext(RetireReply.getDefaultInstance());
    reply.onCompleted();
  }

  public HostPort address() {
    return new HostPort("127.0.0.1", server.address().getPort());
  }

  @Override
  public void holdLease(LeaseRequest request, StreamObserver<LeaseReply> reply) {
    Caller.require(Role.AS);
    if (refusesLeases && !request.getToken().isEmpty()) {
      reply.onError(Status.UNAVAILABLE.withDescription("no lease today").asRuntimeException());
      return;
    }
    if (!request.getToken().isEmpty()) {
      leases.incrementAndGet();
    }
    reply.onNext(
        LeaseReply.newBuilder()
            .setStart(alwaysStarts ? System.nanoTime() : start)
            .setToken(ByteString.copyFromUtf8(token))
            .addAllHeld(held)
            .addAllAwaited(awaited)
            .setMoreAwaited(moreAwaited)
            .build());
    reply.onCompleted();
  }

  @Override
  public synchronized void stage(StageRequest request, StreamObserver<StageReply> reply) {
    Caller.require(Role.AS);
    stagedEpochs.add(
        new Epoch(CodeDigest.of(request.getCodeDigest().toByteArray()), request.getEpoch()));
    staged.put(
        CodeDigest.of(request.getCodeDigest().toByteArray()),
        CodeSecret.of(request.getKci().toByteArray()));
    unanswered.add(reply);
    if (unanswered.size() >= stagedTogether) {
      unanswered.forEach(FakeCodeServer::answer);
      unanswered.clear();
    }
  }

  private static void answer(StreamObserver<StageReply> reply) {
    reply.onNext(StageReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void close() {
    server.close();
  }
}
