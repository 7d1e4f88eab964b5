package dev.rosa.control;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.function.Supplier;

/**
 * Answer of a call whose work is done by another thread than the one that took it. It ends the call
 * as {@link FailureInterceptor} ends those whose methods throw. Stateless.
 */
public final class DeferredAnswer {

  private DeferredAnswer() {}

  /**
   * Works and answers, unless the caller has gone. Errors of the JVM end the call, too, and not the
   * thread.
   *
   * @param method for the log
   */
  public static <A> void give(ServerCallStreamObserver<A> call, String method, Supplier<A> work) {
    try {
      A answer = work.get();
      if (!call.isCancelled()) {
        call.onNext(answer);
        call.onCompleted();
      }
    } catch (StatusRuntimeException e) {
      end(call, e.getStatus());
    } catch (RuntimeException | Error e) {
      FailureInterceptor.report(method, e);
      end(call, Status.INTERNAL.withDescription("the server failed, see its log"));
    }
  }

  private static void end(ServerCallStreamObserver<?> call, Status status) {
    if (!call.isCancelled()) {
      call.onError(status.asRuntimeException());
    }
  }
}
