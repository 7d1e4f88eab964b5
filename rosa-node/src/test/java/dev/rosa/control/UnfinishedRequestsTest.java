package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.serving.PeerRefusals;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.TestLimits;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose request does not come, and streams whose requests never end. */
final class UnfinishedRequestsTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir Path directory;
  private TestDomain domain;
  private Identity alice;
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final PeerRefusals refusals = new PeerRefusals();
  private final UnfinishedRequests requests = new UnfinishedRequests(refusals, nanos::get);

  /** Call that remembers its end. */
  private static final class FakeCall<Q, A> extends ServerCall<Q, A> {
    private final MethodDescriptor<Q, A> method;
    private Status end;

    FakeCall(MethodDescriptor<Q, A> method) {
      this.method = method;
    }

    @Override
    public void request(int messages) {
      // No message comes.
    }

    @Override
    public void sendHeaders(Metadata headers) {
      // No answer comes.
    }

    @Override
    public void sendMessage(A message) {
      // No answer comes.
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (end != null) {
        throw new IllegalStateException("call already closed");
      }
      end = status;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<Q, A> getMethodDescriptor() {
      return method;
    }
  }

  @BeforeEach
  void makeDomain() {
    domain = TestDomain.in(directory);
    alice = domain.user("alice");
  }

  private <Q> ServerCall.Listener<Q> begin(FakeCall<Q, ?> call, AtomicInteger runs)
      throws Exception {
    return Caller.bind(alice.certificate(), "m", new CallerLog(InstantSource.system()))
        .call(
            () ->
                requests.interceptCall(
                    call,
                    new Metadata(),
                    (unused, headers) ->
                        new ServerCall.Listener<>() {
                          @Override
                          public void onHalfClose() {
                            runs.incrementAndGet();
                          }
                        }));
  }

  private void later(Duration time) {
    nanos.addAndGet(time.toNanos());
    requests.endOverdue();
  }

  @Test
  void shouldEndACallOnceWhenItsRequestIsNotCompleteInTime() throws Exception {
    FakeCall<StageRequest, ?> call = new FakeCall<>(SecretStagingGrpc.getStageMethod());
    AtomicInteger runs = new AtomicInteger();
    ServerCall.Listener<StageRequest> listener = begin(call, runs);
    later(UnfinishedRequests.PATIENCE.minusNanos(1));
    assertEquals(null, call.end);
    later(Duration.ofNanos(1));
    assertEquals(Status.Code.DEADLINE_EXCEEDED, call.end.getCode());
    assertEquals(1, refusals.counted(PeerRefusal.REQUEST_UNFINISHED));
    later(UnfinishedRequests.PATIENCE);
    listener.onHalfClose();
    assertEquals(0, runs.get());
  }

  @Test
  void shouldLeaveACallWhoseRequestIsComplete() throws Exception {
    FakeCall<StageRequest, ?> call = new FakeCall<>(SecretStagingGrpc.getStageMethod());
    AtomicInteger runs = new AtomicInteger();
    begin(call, runs).onHalfClose();
    later(UnfinishedRequests.PATIENCE);
    assertEquals(1, runs.get());
    assertEquals(null, call.end);
  }

  @Test
  void shouldForgetACallThatEndsBefore() throws Exception {
    FakeCall<StageRequest, ?> call = new FakeCall<>(SecretStagingGrpc.getStageMethod());
    begin(call, new AtomicInteger()).onCancel();
    begin(call, new AtomicInteger()).onComplete();
    assertEquals(0, requests.count());
  }

  @Test
  void shouldLetAStreamOfRequestsLast() throws Exception {
    FakeCall<WatchSessionsRequest, ?> call =
        new FakeCall<>(AuthorizationGrpc.getWatchSessionsMethod());
    ServerCall.Listener<WatchSessionsRequest> unused = begin(call, new AtomicInteger());
    later(Duration.ofHours(5));
    assertEquals(null, call.end);
  }

  /** A service that takes all requests of a stream. */
  private static final class Taking extends AuthorizationGrpc.AuthorizationImplBase {
    private final AtomicInteger taken = new AtomicInteger();

    @Override
    public StreamObserver<WatchSessionsRequest> watchSessions(
        StreamObserver<SessionNotices> notices) {
      return new StreamObserver<>() {
        @Override
        public void onNext(WatchSessionsRequest request) {
          taken.incrementAndGet();
        }

        @Override
        public void onError(Throwable failure) {
          // The number of requests is what counts.
        }

        @Override
        public void onCompleted() {
          notices.onCompleted();
        }
      };
    }
  }

  @Test
  void shouldReleaseThePartsOfEachCompleteRequestOfAStream() throws Exception {
    Taking service = new Taking();
    try (ControlServer server =
        ControlServer.start(
            ANY_PORT, domain.authorizationServer("as1"), List.of(service), TestLimits.CONTROL)) {
      ManagedChannel channel = ControlChannel.open(server.address(), alice, Role.AS);
      CompletableFuture<Status> end = new CompletableFuture<>();
      ClientCall<WatchSessionsRequest, SessionNotices> call =
          channel.newCall(AuthorizationGrpc.getWatchSessionsMethod(), CallOptions.DEFAULT);
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
              end.complete(status);
            }
          },
          new Metadata());
      call.request(1);
      for (int sent = 1; sent <= 3_000; sent++) {
        call.sendMessage(WatchSessionsRequest.newBuilder().addHeld(sent).build());
        if (sent % 500 == 0) {
          int all = sent;
          Await.until("requests to be taken", () -> service.taken.get() == all || end.isDone());
        }
      }
      call.halfClose();
      assertEquals(Status.Code.OK, end.get(120, TimeUnit.SECONDS).getCode());
      assertEquals(3_000, service.taken.get());
      assertEquals(0, server.load().refusals().counted(PeerRefusal.SMALL_PARTS));
      channel.shutdownNow();
      assertTrue(channel.awaitTermination(120, TimeUnit.SECONDS));
    }
  }
}
