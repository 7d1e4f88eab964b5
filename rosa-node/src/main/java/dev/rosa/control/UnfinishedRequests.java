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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * gRPC interceptor that ends calls whose one request is not complete in time: its parts would stay
 * in memory for as long as the connection lives. A call that carries a stream of requests may last.
 * Thread-safe.
 */
final class UnfinishedRequests implements ServerInterceptor {

  /** As long as clients wait for an answer. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PeerRefusals refusals;
  private final LongSupplier nanos;
  private final Set<Awaited<?>> unfinished = ConcurrentHashMap.newKeySet();

  UnfinishedRequests(PeerRefusals refusals, LongSupplier nanos) {
    this.refusals = refusals;
    this.nanos = nanos;
  }

  /** An instance that looks every second, until those threads end. */
  static UnfinishedRequests sweptBy(ScheduledExecutorService threads, PeerRefusals refusals) {
    UnfinishedRequests requests = new UnfinishedRequests(refusals, System::nanoTime);
    // Never fails: endOverdue lets nothing through.
    ScheduledFuture<?> unused =
        threads.scheduleWithFixedDelay(requests::endOverdue, 1, 1, TimeUnit.SECONDS);
    return requests;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
      return next.startCall(call, headers);
    }
    Awaited<Q> awaited = new Awaited<>(next.startCall(call, headers), call);
    unfinished.add(awaited);
    return awaited;
  }

  /** Ends calls whose request has not come in time. */
  void endOverdue() {
    long now = nanos.getAsLong();
    for (Awaited<?> each : List.copyOf(unfinished)) {
      if (now - each.begunNanos >= PATIENCE.toNanos() && unfinished.remove(each)) {
        each.end();
      }
    }
  }

  /** Number of calls whose request is not complete. */
  int count() {
    return unfinished.size();
  }

  /** Listener of a call; whichever removes it from the set decides its end. */
  private final class Awaited<Q> extends SimpleForwardingServerCallListener<Q> {

    private final ServerCall<Q, ?> call;
    private final RosaId caller = Caller.current();
    private final long begunNanos = nanos.getAsLong();

    Awaited(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call) {
      super(listener);
      this.call = call;
    }

    void end() {
      refusals.count(PeerRefusal.REQUEST_UNFINISHED, caller);
      try {
        call.close(
            Status.DEADLINE_EXCEEDED.withDescription(
                "the request was not complete after %d s".formatted(PATIENCE.toSeconds())),
            new Metadata());
      } catch (RuntimeException e) {
        // It was refused meanwhile, and is closed.
      }
    }

    @Override
    public void onHalfClose() {
      if (unfinished.remove(this)) {
        super.onHalfClose();
      }
    }

    @Override
    public void onComplete() {
      unfinished.remove(this);
      super.onComplete();
    }

    @Override
    public void onCancel() {
      unfinished.remove(this);
      super.onCancel();
    }
  }
}
