package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.StateOffers;
import dev.rosa.codeserver.witness.LogWitness;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerRule;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.CodesOfRouterReply;
import dev.rosa.control.v1.CodesOfRouterRequest;
import dev.rosa.control.v1.HeldSecret;
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
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.serving.PeerText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * gRPC service for the Authorization Server: it takes secrets before their epoch, destroys them,
 * and takes lease and domain state (PROTOCOL §6). Under the lease routers are served; they obey the
 * state. Answers once the change is durable; logs epochs, never secrets.
 */
final class SecretStagingService extends SecretStagingGrpc.SecretStagingImplBase
    implements CallerRule {

  private static final Logger LOG = LoggerFactory.getLogger(SecretStagingService.class);

  private static final int MOST_AWAITED = 100;

  /** Of each awaited secret: the log of the Authorization Server names no more. */
  private static final int MOST_ROUTERS_NAMED = 8;

  private static final int MOST_HELD = 1_000;
  private static final int MOST_LEASE_SECONDS = 3_600;

  /** Beyond this an Authorization Server replaces the secrets of all codes. */
  private static final int MOST_CODES = 100_000;

  /** With the longest certificates less than an Authorization Server takes in one message. */
  private static final int MOST_PUBLICATIONS = 16;

  private final SecretRepository secrets;
  private final CodeRepository codes;
  private final FetchedSecrets fetched;
  private final ServingLease lease;
  private final StateOffers states;
  private final LogWitness witness;
  private final CodesOfRouter codesOfRouter;
  private final CatalogueFeed feed;

  SecretStagingService(
      SecretRepository secrets,
      CodeRepository codes,
      CodesOfRouter codesOfRouter,
      CatalogueFeed feed,
      CodeDistributionService.Shared shared) {
    this.secrets = secrets;
    this.codes = codes;
    this.codesOfRouter = codesOfRouter;
    this.feed = feed;
    this.fetched = shared.fetched();
    this.lease = shared.lease();
    this.states = shared.states();
    this.witness = shared.witness();
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.AS);
  }

  @Override
  public void holdLease(LeaseRequest request, StreamObserver<LeaseReply> reply) {
    RosaId unused = Caller.require(Role.AS);
    if (request.getSeconds() < 1 || request.getSeconds() > MOST_LEASE_SECONDS) {
      throw Status.INVALID_ARGUMENT
          .withDescription(
              "a lease of %s s, expected 1 to %d"
                  .formatted(Integer.toUnsignedString(request.getSeconds()), MOST_LEASE_SECONDS))
          .asRuntimeException();
    }
    LeaseReply.Builder answer = LeaseReply.newBuilder().setStart(lease.start());
    if (request.getToken().isEmpty()) {
      answer.addAllHeld(lowest(secrets.epochs()));
    }
    FetchedSecrets.AllAwaited awaited = fetched.awaited(feed::isConnected);
    awaited.secrets().stream()
        .limit(MOST_AWAITED)
        .forEach(each -> answer.addAwaited(message(each)));
    answer.setMoreAwaited(awaited.more() || awaited.secrets().size() > MOST_AWAITED);
    answer.setToken(lease.renew(request.getToken(), Duration.ofSeconds(request.getSeconds())));
    reply.onNext(answer.build());
    reply.onCompleted();
  }

  private static List<HeldSecret> lowest(Map<CodeDigest, List<Integer>> held) {
    return held.entrySet().stream()
        .flatMap(code -> code.getValue().stream().map(epoch -> message(code.getKey(), epoch)))
        .sorted(Comparator.comparing(secret -> Integer.toUnsignedLong(secret.getEpoch())))
        .limit(MOST_HELD)
        .toList();
  }

  private static HeldSecret message(CodeDigest code, int epoch) {
    return HeldSecret.newBuilder().setCodeDigest(Messages.bytes(code)).setEpoch(epoch).build();
  }

  private static AwaitedSecret message(FetchedSecrets.Awaited awaited) {
    return AwaitedSecret.newBuilder()
        .setCodeDigest(Messages.bytes(awaited.code()))
        .setEpoch(awaited.epoch())
        .addAllRouters(
            awaited.routers().stream().limit(MOST_ROUTERS_NAMED).map(RosaId::name).toList())
        .build();
  }

  @Override
  public void stage(StageRequest request, StreamObserver<StageReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    CodeDigest code = Messages.digest(request.getCodeDigest());
    CodeSecret secret = secretOf(request);
    SecretRepository.Staging staging;
    if (request.getInUse()) {
      fetched.beginWithSecretInUse();
    }
    try {
      staging = secrets.stage(code, request.getEpoch(), secret);
    } finally {
      secret.destroy();
    }
    String epoch = Integer.toUnsignedString(request.getEpoch());
    switch (staging) {
      case STORED -> {
        LOG.info("staged code={} epoch={} by={}", code.hex(), epoch, caller);
        feed.changed();
      }
      case KNOWN -> LOG.debug("staged again code={} epoch={} by={}", code.hex(), epoch, caller);
      case CONFLICT -> {
        LOG.warn(
            "refused staging code={} epoch={} by={} reason=\"another secret is held\"",
            code.hex(),
            epoch,
            caller);
        throw Status.ALREADY_EXISTS
            .withDescription("another secret is held for epoch " + epoch + " of code " + code.hex())
            .asRuntimeException();
      }
    }
    reply.onNext(StageReply.getDefaultInstance());
    reply.onCompleted();
  }

  private static CodeSecret secretOf(StageRequest request) {
    if (request.getKci().size() != CodeSecret.BYTES) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a code secret has 32 bytes, this one has " + request.getKci().size())
          .asRuntimeException();
    }
    byte[] kci = request.getKci().toByteArray();
    CodeSecret secret = CodeSecret.of(kci);
    Arrays.fill(kci, (byte) 0);
    return secret;
  }

  @Override
  public void retire(RetireRequest request, StreamObserver<RetireReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    CodeDigest code = Messages.digest(request.getCodeDigest());
    if (secrets.retire(code, request.getEpoch())) {
      LOG.info(
          "retired code={} epoch={} by={}",
          code.hex(),
          Integer.toUnsignedString(request.getEpoch()),
          caller);
      feed.changed();
    }
    reply.onNext(RetireReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void offerState(OfferStateRequest request, StreamObserver<OfferStateReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    OfferStateReply answer;
    try {
      answer = states.offer(request);
    } catch (StatusRuntimeException e) {
      throw refused(caller, "the domain's state", e);
    }
    if (answer.getMissingCount() == 0) {
      feed.changed();
    }
    reply.onNext(answer);
    reply.onCompleted();
  }

  @Override
  public void offerRevocations(
      OfferRevocationsRequest request, StreamObserver<OfferRevocationsReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    try {
      states.take(request);
    } catch (StatusRuntimeException e) {
      throw refused(caller, "revocations", e);
    }
    LOG.info("took revocations segments={} by={}", request.getSegmentsCount(), caller);
    reply.onNext(OfferRevocationsReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void offerCheckpoint(
      OfferCheckpointRequest request, StreamObserver<OfferCheckpointReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    OfferCheckpointReply answer;
    try {
      answer = witness.offer(request, caller);
    } catch (StatusRuntimeException e) {
      throw refused(caller, "a checkpoint of the audit log", e);
    }
    reply.onNext(answer);
    reply.onCompleted();
  }

  private static StatusRuntimeException refused(
      RosaId caller, String subject, StatusRuntimeException refusal) {
    Caller.log()
        .warn(
            LOG,
            caller,
            "refused %s by=%s %s"
                .formatted(subject, caller, PeerText.reason(refusal.getStatus().getDescription())));
    return refusal;
  }

  @Override
  public void codesOfRouter(
      CodesOfRouterRequest request, StreamObserver<CodesOfRouterReply> reply) {
    RosaId unused = Caller.require(Role.AS);
    RosaId router = router(request.getRouter());
    Set<CodeDigest> codes =
        codesOfRouter.of(router).orElseThrow(SecretStagingService::fetchesForgotten);
    if (codes.size() > MOST_CODES) {
      throw Status.FAILED_PRECONDITION
          .withDescription(
              "the router can have %d codes, more than %d to name"
                  .formatted(codes.size(), MOST_CODES))
          .asRuntimeException();
    }
    CodesOfRouterReply.Builder answer =
        CodesOfRouterReply.newBuilder().setUnseen(codesOfRouter.isUnseen(router));
    codes.forEach(code -> answer.addCodes(Messages.bytes(code)));
    reply.onNext(answer.build());
    reply.onCompleted();
  }

  @Override
  public void listPublications(
      ListPublicationsRequest request, StreamObserver<ListPublicationsReply> reply) {
    RosaId unused = Caller.require(Role.AS);
    if (request.getAfter() < 0) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a version beyond those that catalogues have")
          .asRuntimeException();
    }
    reply.onNext(
        ListPublicationsReply.newBuilder()
            .addAllPublications(codes.statementsAfter(request.getAfter(), MOST_PUBLICATIONS))
            .build());
    reply.onCompleted();
  }

  private static StatusRuntimeException fetchesForgotten() {
    return Status.FAILED_PRECONDITION
        .withDescription("not all that the router has fetched is on record any more")
        .asRuntimeException();
  }

  private static RosaId router(String identity) {
    try {
      RosaId router = RosaId.parse(identity);
      if (router.role() != Role.ROUTER) {
        throw noRouter(identity);
      }
      return router;
    } catch (IllegalArgumentException e) {
      throw noRouter(identity);
    }
  }

  private static StatusRuntimeException noRouter(String identity) {
    return Status.INVALID_ARGUMENT
        .withDescription(
            PeerText.quoted(identity) + " is no router, expected rosa://DOMAIN/router/NAME")
        .asRuntimeException();
  }
}
