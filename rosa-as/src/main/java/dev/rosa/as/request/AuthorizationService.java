package dev.rosa.as.request;

import dev.rosa.as.policy.Refusal;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerRule;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import io.grpc.stub.StreamObserver;

/** The gRPC face of the Authorization Server; open to users only. */
public final class AuthorizationService extends AuthorizationGrpc.AuthorizationImplBase
    implements CallerRule {
  private final ServiceRequestHandler requests;
  private final JoinHandler joins;

  public AuthorizationService(ServiceRequestHandler requests, JoinHandler joins) {
    this.requests = requests;
    this.joins = joins;
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.USER);
  }

  @Override
  public void requestService(ServiceRequest request, StreamObserver<ServiceGrant> reply) {
    RosaId caller = Caller.require(Role.USER);
    answer(reply, () -> requests.handle(caller, request.getSigned()));
  }

  @Override
  public void joinSession(JoinRequest request, StreamObserver<ServiceGrant> reply) {
    RosaId caller = Caller.require(Role.USER);
    answer(reply, () -> joins.handle(caller, request.getSession()));
  }

  private interface Decision {
    ServiceGrant decide() throws Refusal;
  }

  private static void answer(StreamObserver<ServiceGrant> reply, Decision decision) {
    ServiceGrant grant;
    try {
      grant = decision.decide();
    } catch (Refusal refusal) {
      throw refusal.toStatus();
    }
    reply.onNext(grant);
    reply.onCompleted();
  }
}
