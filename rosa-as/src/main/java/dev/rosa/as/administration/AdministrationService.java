package dev.rosa.as.administration;

import dev.rosa.as.policy.Refusal;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerRule;
import dev.rosa.control.DeferredAnswer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.Stages;
import dev.rosa.control.v1.AdministrationAnswer;
import dev.rosa.control.v1.AdministrationGrpc;
import dev.rosa.control.v1.AdministrationRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;

/** gRPC service of the Authorization Server, open to administrators only: signed acts. */
public final class AdministrationService extends AdministrationGrpc.AdministrationImplBase
    implements CallerRule {

  /** Calls of one administrator at a time: acts take turns in the storage. */
  private static final int CALLS = 2;

  private final AdministrationHandler handler;

  public AdministrationService(AdministrationHandler handler) {
    this.handler = handler;
  }

  /** Bound for one administrator. */
  public static MethodLimit limit() {
    return MethodLimit.of(CALLS, AdministrationGrpc.getCarryOutMethod());
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.ADMIN);
  }

  @Override
  public void carryOut(AdministrationRequest request, StreamObserver<AdministrationAnswer> reply) {
    RosaId caller = Caller.require(Role.ADMIN);
    DeferredAnswer.give(
        (ServerCallStreamObserver<AdministrationAnswer>) reply,
        "CarryOut",
        handler
            .handle(caller, request.getSigned())
            .thenApply(lines -> AdministrationAnswer.newBuilder().addAllLines(lines).build())
            .exceptionallyCompose(
                failure -> CompletableFuture.failedStage(asStatus(Stages.cause(failure)))));
  }

  private static Throwable asStatus(Throwable failure) {
    return failure instanceof Refusal refusal ? refusal.toStatus() : failure;
  }
}
