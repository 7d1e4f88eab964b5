package dev.rosa.as.staging;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.CodesOfRouterReply;
import dev.rosa.control.v1.CodesOfRouterRequest;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.ListPublicationsRequest;
import dev.rosa.control.v1.OfferCheckpointReply;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.control.v1.OfferRevocationsReply;
import dev.rosa.control.v1.OfferRevocationsRequest;
import dev.rosa.control.v1.OfferStateReply;
import dev.rosa.control.v1.OfferStateRequest;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * gRPC calls to one Code Server, each with a deadline: secrets, leases, the domain's state. They
 * throw {@link io.grpc.StatusRuntimeException} if there is no answer or it is a refusal. Owner of
 * the channel.
 */
public final class CodeServerCalls implements AutoCloseable {
  private static final int CALL_SECONDS = 5;

  private final HostPort address;
  private final ManagedChannel channel;

  public CodeServerCalls(HostPort address, ManagedChannel channel) {
    this.address = address;
    this.channel = channel;
  }

  HostPort address() {
    return address;
  }

  /** A call that is under way; several may be. */
  interface Pending {
    /** Waits for its end, until its deadline. */
    void await();
  }

  /**
   * Ends when the secret is on durable storage there; does not destroy it.
   *
   * @param inUse sessions are issued under it
   */
  Pending stage(Epoch epoch, CodeSecret secret, boolean inUse) {
    byte[] kci = secret.copyBytes();
    try {
      // The message has a copy of its own: it may still be written when its call is given up, and
      // must not say zeros then.
      StageRequest request =
          StageRequest.newBuilder()
              .setCodeDigest(ByteString.copyFrom(epoch.code().toBytes()))
              .setEpoch(epoch.number())
              .setKci(ByteString.copyFrom(kci))
              .setInUse(inUse)
              .build();
      return pending(prepared(SecretStagingGrpc.newFutureStub(channel)).stage(request));
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  /** Ends when the secret is destroyed there. */
  Pending retire(Epoch epoch) {
    RetireRequest request =
        RetireRequest.newBuilder()
            .setCodeDigest(ByteString.copyFrom(epoch.code().toBytes()))
            .setEpoch(epoch.number())
            .build();
    return pending(prepared(SecretStagingGrpc.newFutureStub(channel)).retire(request));
  }

  private static Pending pending(Future<?> call) {
    return () -> {
      try {
        Object unused = call.get();
      } catch (ExecutionException e) {
        throw Status.fromThrowable(e.getCause()).asRuntimeException();
      } catch (InterruptedException e) {
        boolean unused = call.cancel(true);
        Thread.currentThread().interrupt();
        throw Status.CANCELLED.withDescription("interrupted").asRuntimeException();
      }
    };
  }

  LeaseReply holdLease(ByteString token, Duration length) {
    return stub()
        .holdLease(
            LeaseRequest.newBuilder().setToken(token).setSeconds((int) length.toSeconds()).build());
  }

  /**
   * Offers a state of the domain.
   *
   * @return names of segments that are missing there
   */
  List<SegmentName> offerState(SignedState state) {
    OfferStateReply reply =
        stub().offerState(OfferStateRequest.newBuilder().setState(state).build());
    return reply.getMissingList().stream().map(name -> SegmentName.of(name.toByteArray())).toList();
  }

  /** Ends when the segments are on durable storage there. */
  void offerRevocations(List<byte[]> segments) {
    OfferRevocationsReply unused =
        stub()
            .offerRevocations(
                OfferRevocationsRequest.newBuilder()
                    .addAllSegments(segments.stream().map(ByteString::copyFrom).toList())
                    .build());
  }

  /**
   * Offers the audit log's checkpoint; the reply has those that the server and its routers keep.
   */
  OfferCheckpointReply offerCheckpoint(OfferCheckpointRequest offer) {
    return stub().offerCheckpoint(offer);
  }

  /**
   * Publishers' statements in the order in which the Code Server took them.
   *
   * @param after version of the last one that is known; 0: none is
   */
  List<KeptPublication> publications(long after) {
    return stub()
        .listPublications(ListPublicationsRequest.newBuilder().setAfter(after).build())
        .getPublicationsList();
  }

  /** The codes that a router may have there. */
  public Set<CodeDigest> codesOfRouter(RosaId router) {
    return ask(router).getCodesList().stream()
        .map(code -> CodeDigest.of(code.toByteArray()))
        .collect(Collectors.toSet());
  }

  /** Tells whether no secret that a router has fetched is on record there. */
  public boolean isUnseen(RosaId router) {
    return ask(router).getUnseen();
  }

  private CodesOfRouterReply ask(RosaId router) {
    return stub()
        .codesOfRouter(CodesOfRouterRequest.newBuilder().setRouter(router.toString()).build());
  }

  private SecretStagingGrpc.SecretStagingBlockingStub stub() {
    return prepared(SecretStagingGrpc.newBlockingStub(channel));
  }

  private <S extends AbstractStub<S>> S prepared(S stub) {
    // gRPC's own pause between connection attempts is longer than the caller's.
    channel.resetConnectBackoff();
    return stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
  }

  boolean isClosed() {
    return channel.isShutdown();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
