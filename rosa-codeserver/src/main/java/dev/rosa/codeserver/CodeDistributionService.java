package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.codeserver.catalogue.RevokedRouters;
import dev.rosa.codeserver.catalogue.StateOffers;
import dev.rosa.codeserver.witness.LogWitness;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerLog;
import dev.rosa.control.CallerRule;
import dev.rosa.control.DeferredAnswer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service for routers, Cr and Cd of the paper (ROSA §4.2.2): the catalogue, and code and secrets
 * that a router may have.
 */
final class CodeDistributionService extends CodeDistributionGrpc.CodeDistributionImplBase
    implements CallerRule {

  private static final Logger LOG = LoggerFactory.getLogger(CodeDistributionService.class);

  /**
   * Bounds for one router, over all its connections. Unread bundles and segments stay in memory
   * with their call; each watch costs a catalogue at every change. A router that comes back opens a
   * new watch before the server knows that the old one has ended.
   */
  static final List<MethodLimit> LIMITS =
      List.of(
          MethodLimit.of(16, CodeDistributionGrpc.getFetchCodeMethod()),
          MethodLimit.of(4, CodeDistributionGrpc.getFetchRevocationsMethod()),
          MethodLimit.of(2, CodeDistributionGrpc.getWitnessMethod()),
          MethodLimit.of(4, CodeDistributionGrpc.getWatchCatalogueMethod()));

  /** Most statements beside the first; each has about a kilobyte. */
  private static final int MOST_FURTHER_PUBLICATIONS = 15;

  private final CodeRepository codes;
  private final SecretRepository secrets;
  private final RouterAuthorizer authorizer;
  private final CatalogueFeed feed;
  private final FetchedSecrets fetched;
  private final ServingLease lease;
  private final RevokedRouters revoked;
  private final StateOffers states;
  private final LogWitness witness;

  /** Parts that are shared with the Authorization Server's service. */
  record Shared(
      FetchedSecrets fetched,
      ServingLease lease,
      RevokedRouters revoked,
      StateOffers states,
      LogWitness witness) {}

  CodeDistributionService(
      CodeRepository codes,
      SecretRepository secrets,
      RouterAuthorizer authorizer,
      CatalogueFeed feed,
      Shared shared) {
    this.codes = codes;
    this.secrets = secrets;
    this.authorizer = authorizer;
    this.feed = feed;
    this.fetched = shared.fetched();
    this.lease = shared.lease();
    this.revoked = shared.revoked();
    this.states = shared.states();
    this.witness = shared.witness();
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.ROUTER);
  }

  /** A router that is served. */
  private RosaId requireServed() {
    RosaId router = Caller.require(Role.ROUTER);
    revoked.requireNot(router);
    lease.requireServing();
    return router;
  }

  @Override
  public void watchCatalogue(WatchCatalogueRequest request, StreamObserver<Catalogue> reply) {
    RosaId router = requireServed();
    if (request.getNodeId() != Caller.nodeId()) {
      String reason =
          "node id "
              + Integer.toUnsignedString(request.getNodeId())
              + " is not "
              + Integer.toUnsignedString(Caller.nodeId())
              + ", the one in the router's certificate";
      Caller.log().warn(LOG, router, "refused router=%s reason=\"%s\"".formatted(router, reason));
      throw Status.PERMISSION_DENIED.withDescription(reason).asRuntimeException();
    }
    feed.watch(router, Caller.nodeId(), (ServerCallStreamObserver<Catalogue>) reply);
  }

  @Override
  public void fetchCode(FetchCodeRequest request, StreamObserver<FetchCodeReply> reply) {
    RosaId router = requireServed();
    CodeDigest digest = Messages.digest(request.getDigest());
    List<StoredCode> permitted = requireMayHave(router, digest);
    ByteString bundle = codes.bundle(digest).orElseThrow(() -> unknown(digest));
    String name = permitted.get(0).name();
    if (!CodeDigest.ofBundle(bundle.toByteArray()).equals(digest)) {
      LOG.error("damaged code={} name={}: the stored bytes changed", digest.hex(), name);
      throw Status.DATA_LOSS
          .withDescription("the stored bytes of code " + digest.hex() + " changed")
          .asRuntimeException();
    }
    Caller.log()
        .info(
            LOG, router, "served code=%s name=%s router=%s".formatted(digest.hex(), name, router));
    FetchCodeReply.Builder served =
        FetchCodeReply.newBuilder()
            .setBundle(bundle)
            .setPublication(codes.statement(permitted.get(0)));
    permitted.stream()
        .skip(1)
        .limit(MOST_FURTHER_PUBLICATIONS)
        .forEach(code -> served.addFurtherPublications(codes.statement(code)));
    reply.onNext(served.build());
    reply.onCompleted();
  }

  @Override
  public void fetchSecret(FetchSecretRequest request, StreamObserver<FetchSecretReply> reply) {
    RosaId router = requireServed();
    CodeDigest digest = Messages.digest(request.getDigest());
    requireMayHave(router, digest);
    CodeSecret secret =
        secrets
            .find(digest, request.getEpoch())
            .orElseThrow(() -> unknownEpoch(digest, request.getEpoch()));
    try {
      requireMayHaveNow(router, digest, request.getEpoch());
    } catch (RuntimeException e) {
      secret.destroy();
      throw e;
    }
    CallerLog log = Caller.log();
    String what =
        "code=%s epoch=%s router=%s"
            .formatted(digest.hex(), Integer.toUnsignedString(request.getEpoch()), router);
    // What leaves is on the record before: a router that is revoked knows what stands there.
    CompletionStage<FetchSecretReply> answer =
        fetched
            .note(router, digest, request.getEpoch())
            .thenApply(
                noted -> {
                  log.info(LOG, router, "served secret " + what);
                  return FetchSecretReply.newBuilder().setKci(reveal(secret)).build();
                })
            .exceptionallyCompose(
                failure -> {
                  secret.destroy();
                  log.warn(LOG, router, "refused secret " + what + " reason=\"cannot be noted\"");
                  return CompletableFuture.failedStage(notNoted());
                });
    DeferredAnswer.give((ServerCallStreamObserver<FetchSecretReply>) reply, "FetchSecret", answer);
  }

  /**
   * The order matters. The secret was read before; states only get newer. The state that is asked
   * for revoked routers is therefore not older than one that names the epoch.
   */
  private void requireMayHaveNow(RosaId router, CodeDigest digest, int epoch) {
    states.requireNamed(digest, epoch);
    revoked.requireNot(router);
  }

  private static StatusRuntimeException notNoted() {
    return Status.UNAVAILABLE
        .withDescription("cannot be noted by the Code Server now, ask again")
        .asRuntimeException();
  }

  @Override
  public void fetchRevocations(
      FetchRevocationsRequest request, StreamObserver<FetchRevocationsReply> reply) {
    RosaId unused = requireServed();
    reply.onNext(states.fetch(request));
    reply.onCompleted();
  }

  @Override
  public void witness(WitnessRequest request, StreamObserver<WitnessReply> reply) {
    RosaId router = requireServed();
    reply.onNext(witness.witness(request, router));
    reply.onCompleted();
  }

  private static ByteString reveal(CodeSecret secret) {
    byte[] kci = secret.copyBytes();
    secret.destroy();
    ByteString revealed = ByteString.copyFrom(kci);
    Arrays.fill(kci, (byte) 0);
    return revealed;
  }

  /** The publications for which the router may have the code, at least one. */
  private List<StoredCode> requireMayHave(RosaId router, CodeDigest digest) {
    List<StoredCode> standing = codes.standing(digest);
    if (standing.isEmpty()) {
      throw unknown(digest);
    }
    List<StoredCode> permitted = authorizer.permitted(router, standing);
    if (permitted.isEmpty()) {
      String name = standing.get(0).name();
      Caller.log()
          .warn(
              LOG,
              router,
              "refused router=%s code=%s name=%s reason=\"not for this router\""
                  .formatted(router, digest.hex(), name));
      throw Status.PERMISSION_DENIED
          .withDescription(router + " may not have code '" + name + "'")
          .asRuntimeException();
    }
    return permitted;
  }

  private static StatusRuntimeException unknown(CodeDigest digest) {
    return Status.NOT_FOUND
        .withDescription("there is no code " + digest.hex() + " in the catalogue")
        .asRuntimeException();
  }

  private static StatusRuntimeException unknownEpoch(CodeDigest digest, int epoch) {
    return Status.NOT_FOUND
        .withDescription(
            "epoch "
                + Integer.toUnsignedString(epoch)
                + " of code "
                + digest.hex()
                + " is retired or unknown here")
        .asRuntimeException();
  }
}
