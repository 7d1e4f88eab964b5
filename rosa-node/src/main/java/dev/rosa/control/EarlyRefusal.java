package dev.rosa.control;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;

/**
 * gRPC interceptor that ends calls which a {@link CallerRule} refuses, before their messages take
 * memory. Thread-safe.
 */
record EarlyRefusal(CallerRule rule) implements ServerInterceptor {

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    try {
      rule.requireCaller();
    } catch (StatusRuntimeException e) {
      call.close(e.getStatus(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }
}
