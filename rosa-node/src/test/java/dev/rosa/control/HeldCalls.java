package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Calls that do not wait for their answers, and a service that holds them. */
final class HeldCalls implements StreamObserver<StageReply> {

  private final Semaphore ended = new Semaphore(0);

  /** A service whose calls stay in progress until they are released. */
  static final class Service extends SecretStagingGrpc.SecretStagingImplBase {

    final Semaphore entered = new Semaphore(0);
    final Semaphore released = new Semaphore(0);

    @Override
    public void stage(StageRequest request, StreamObserver<StageReply> reply) {
      entered.release();
      released.acquireUninterruptibly();
      reply.onNext(StageReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  void begin(Channel channel) {
    SecretStagingGrpc.newStub(channel).stage(StageRequest.getDefaultInstance(), this);
  }

  void awaitEnd(int calls) throws InterruptedException {
    assertTrue(ended.tryAcquire(calls, 120, TimeUnit.SECONDS));
  }

  @Override
  public void onNext(StageReply reply) {
    // Their number is what counts.
  }

  @Override
  public void onError(Throwable failure) {
    ended.release();
  }

  @Override
  public void onCompleted() {
    ended.release();
  }
}
