package dev.rosa.control;

import dev.rosa.identity.RosaId;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.serving.PeerRefusals;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.HashMap;
import java.util.Map;

/**
 * gRPC interceptor that bounds the calls that one identity has in progress, over all its
 * connections. A call is in progress until its service method has returned, also if its caller has
 * left before, and until its answer has been sent. Thread-safe.
 */
final class CallLimit implements ServerInterceptor {

  private final MethodLimit limit;
  private final PeerRefusals refusals;
  private final Map<RosaId, Integer> inProgress = new HashMap<>();

  CallLimit(MethodLimit limit, PeerRefusals refusals) {
    this.limit = limit;
    this.refusals = refusals;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (!limit.counts(call.getMethodDescriptor())) {
      return next.startCall(call, headers);
    }
    RosaId caller = Caller.current();
    if (!begin(caller)) {
      refusals.count(PeerRefusal.CALLS_OF_IDENTITY, caller);
      call.close(refusal(caller), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    try {
      return new Counted<>(next.startCall(call, headers), caller);
    } catch (RuntimeException e) {
      end(caller);
      throw e;
    }
  }

  private Status refusal(RosaId caller) {
    return Status.RESOURCE_EXHAUSTED.withDescription(
        "%s has %d %s in progress, as many as this server allows one identity"
            .formatted(caller, limit.callsPerIdentity(), limit.calls()));
  }

  private synchronized boolean begin(RosaId caller) {
    int before = inProgress.getOrDefault(caller, 0);
    if (before >= limit.callsPerIdentity()) {
      return false;
    }
    inProgress.put(caller, before + 1);
    return true;
  }

  private synchronized void end(RosaId caller) {
    inProgress.computeIfPresent(caller, (unused, count) -> count == 1 ? null : count - 1);
  }

  /** gRPC tells each call's end exactly once, after the method that it runs has returned. */
  private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {

    private final RosaId caller;

    Counted(ServerCall.Listener<Q> listener, RosaId caller) {
      super(listener);
      this.caller = caller;
    }

    @Override
    public void onComplete() {
      end(caller);
      super.onComplete();
    }

    @Override
    public void onCancel() {
      end(caller);
      super.onCancel();
    }
  }
}
