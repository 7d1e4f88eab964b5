package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.SegmentName;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Fetch of segments of the list of revocations from one Code Server, a few at a time. Each reply is
 * taken up before the next is asked for, so that little is in memory. One thread's.
 */
final class SegmentFetch {

  /** Receiver of the replies. */
  interface Taker {
    /** Segments came; false ends the fetch. */
    boolean take(List<SegmentName> asked, FetchRevocationsReply reply);

    /** All are here, or, unless the status is OK, not all of them will be. */
    void ended(Status status);
  }

  private static final int MOST_IN_CALL = 16;
  private static final int MOST_REPLY_BYTES =
      MOST_IN_CALL * RevocationSegments.MOST_BYTES + (64 << 10);
  private static final long SECONDS = 10;

  private final ManagedChannel channel;
  private final List<SegmentName> names;
  private final Taker taker;
  private final Executor thread;
  private int asked;

  /**
   * A fetch.
   *
   * @param thread runs what the taker does
   */
  SegmentFetch(ManagedChannel channel, List<SegmentName> names, Taker taker, Executor thread) {
    this.channel = channel;
    this.names = names;
    this.taker = taker;
    this.thread = thread;
  }

  /** Asks for the next ones. */
  void next() {
    List<SegmentName> few = names.subList(asked, Math.min(names.size(), asked + MOST_IN_CALL));
    if (few.isEmpty()) {
      taker.ended(Status.OK);
      return;
    }
    asked += few.size();
    FetchRevocationsRequest.Builder request = FetchRevocationsRequest.newBuilder();
    few.forEach(name -> request.addSegments(ByteString.copyFrom(name.toBytes())));
    CodeDistributionGrpc.newStub(channel)
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS)
        .withMaxInboundMessageSize(MOST_REPLY_BYTES)
        .fetchRevocations(request.build(), new Reply(few));
  }

  /** Observer of one call's reply. */
  private final class Reply implements StreamObserver<FetchRevocationsReply> {

    private final List<SegmentName> few;
    private volatile FetchRevocationsReply reply = FetchRevocationsReply.getDefaultInstance();

    Reply(List<SegmentName> few) {
      this.few = few;
    }

    @Override
    public void onNext(FetchRevocationsReply reply) {
      this.reply = reply;
    }

    @Override
    public void onError(Throwable failure) {
      thread.execute(() -> taker.ended(Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
      thread.execute(this::take);
    }

    private void take() {
      if (taker.take(few, reply)) {
        next();
      }
    }
  }
}
