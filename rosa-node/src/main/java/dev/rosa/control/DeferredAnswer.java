package dev.rosa.control;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.CompletionStage;
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
      answer(call, work.get());
    } catch (RuntimeException | Error e) {
      fail(call, method, e);
    }
  }

  /**
   * Answers when the work has ended, unless the caller has gone by then.
   *
   * @param method for the log
   */
  public static <A> void give(
      ServerCallStreamObserver<A> call, String method, CompletionStage<A> work) {
    CompletionStage<A> unused =
        work.whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                give(call, method, () -> answer);
              } else {
                fail(call, method, Stages.cause(failure));
              }
            });
  }

  private static <A> void answer(ServerCallStreamObserver<A> call, A answer) {
    if (!call.isCancelled()) {
      call.onNext(answer);
      call.onCompleted();
    }
  }

  private static void fail(ServerCallStreamObserver<?> call, String method, Throwable failure) {
    if (failure instanceof StatusRuntimeException refusal) {
      end(call, refusal.getStatus());
    } else {
      FailureInterceptor.report(method, failure);
      end(call, FailureInterceptor.status(failure));
    }
  }

  private static void end(ServerCallStreamObserver<?> call, Status status) {
    if (!call.isCancelled()) {
      call.onError(status.asRuntimeException());
    }
  }
}
