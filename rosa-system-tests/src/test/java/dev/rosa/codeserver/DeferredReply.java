package dev.rosa.codeserver;

import dev.rosa.control.v1.CodeDescription;
import dev.rosa.fuzz.Refused;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.CompletableFuture;

/** The reply to a publication, which another thread gives. */
final class DeferredReply extends ServerCallStreamObserver<CodeDescription> {

  private final CompletableFuture<StatusRuntimeException> end = new CompletableFuture<>();

  /** Waits for it; anything else than a description or a refusal is a bug. */
  void check() {
    StatusRuntimeException refusal = end.join();
    if (refusal != null) {
      Refused.check(refusal);
    }
  }

  @Override
  public void onNext(CodeDescription description) {
    if (description == null) {
      throw new AssertionError("an empty reply");
    }
  }

  @Override
  public void onError(Throwable failure) {
    end.complete(Status.fromThrowable(failure).asRuntimeException());
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {
    // This caller stays.
  }

  @Override
  public void setCompression(String compression) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void disableAutoInboundFlowControl() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void request(int count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setMessageCompression(boolean enable) {
    throw new UnsupportedOperationException();
  }
}
