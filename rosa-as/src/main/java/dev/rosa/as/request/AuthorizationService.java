package dev.rosa.as.request;

import dev.rosa.as.policy.Refusal;
import dev.rosa.as.watch.SessionWatches;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerRule;
import dev.rosa.control.DeferredAnswer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.Stages;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * gRPC service of the Authorization Server, open to users only: requests for sessions, and joins.
 */
public final class AuthorizationService extends AuthorizationGrpc.AuthorizationImplBase
    implements CallerRule {
  private final ServiceRequestHandler requests;
  private final JoinHandler joins;
  private final SessionWatches watches;

  public AuthorizationService(
      ServiceRequestHandler requests, JoinHandler joins, SessionWatches watches) {
    this.requests = requests;
    this.joins = joins;
    this.watches = watches;
  }

  /**
   * Bounds for one user. A stream stays open as long as its holder: half of the calls are left for
   * requests and joins.
   */
  public static List<MethodLimit> limits(int callsPerIdentity) {
    return List.of(
        MethodLimit.of(
            Math.max(1, callsPerIdentity / 2), AuthorizationGrpc.getWatchSessionsMethod()));
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.USER);
  }

  @Override
  public void requestService(ServiceRequest request, StreamObserver<ServiceGrant> reply) {
    RosaId caller = Caller.require(Role.USER);
    answer(reply, "RequestService", requests.handle(caller, request.getSigned()));
  }

  @Override
  public void joinSession(JoinRequest request, StreamObserver<ServiceGrant> reply) {
    RosaId caller = Caller.require(Role.USER);
    answer(reply, "JoinSession", joins.handle(caller, request.getSigned()));
  }

  @Override
  public StreamObserver<WatchSessionsRequest> watchSessions(StreamObserver<SessionNotices> reply) {
    RosaId caller = Caller.require(Role.USER);
    return watches.watch(caller, (ServerCallStreamObserver<SessionNotices>) reply);
  }

  private static void answer(
      StreamObserver<ServiceGrant> reply, String method, CompletionStage<ServiceGrant> decision) {
    DeferredAnswer.give(
        (ServerCallStreamObserver<ServiceGrant>) reply,
        method,
        decision.exceptionallyCompose(
            failure -> CompletableFuture.failedStage(asStatus(Stages.cause(failure)))));
  }

  private static Throwable asStatus(Throwable failure) {
    return failure instanceof Refusal refusal ? refusal.toStatus() : failure;
  }
}
