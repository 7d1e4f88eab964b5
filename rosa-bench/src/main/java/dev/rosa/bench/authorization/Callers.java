package dev.rosa.bench.authorization;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Simulated users of one server, or of several by turns, over mutual TLS, each with a connection. A
 * run keeps a number of requests under way: each answer lets the next one go. Owned by one thread.
 */
final class Callers implements AutoCloseable {

  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<AuthorizationGrpc.AuthorizationStub> stubs = new ArrayList<>();

  /** Users that connect with their first request. */
  Callers(List<HostPort> servers, List<Identity> users) {
    for (Identity user : users) {
      HostPort server = servers.get(channels.size() % servers.size());
      ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), user, Role.AS);
      channels.add(channel);
      stubs.add(AuthorizationGrpc.newStub(channel).withExecutor(Runnable::run));
    }
  }

  /** Result of a run. Immutable. */
  static final class Answers {
    private final long[] nanos;
    private final double seconds;

    /**
     * A result.
     *
     * @param nanos times of the answers, ascending
     * @param seconds of the run
     */
    private Answers(long[] nanos, double seconds) {
      this.nanos = nanos;
      this.seconds = seconds;
    }

    int count() {
      return nanos.length;
    }

    /** Answers in a second. */
    double rate() {
      return nanos.length / seconds;
    }

    /** Milliseconds that a share of the answers, 0–1, took at most. */
    double millis(double share) {
      return nanos[(int) Math.min(nanos.length - 1L, (long) (share * nanos.length))] / 1e6;
    }
  }

  /**
   * Sends requests for a time.
   *
   * @param requests each user's in turn; the run ends when they are used up
   * @throws IOException if one is refused
   */
  Answers run(List<ServiceRequest> requests, int callers, double seconds)
      throws IOException, InterruptedException {
    Run run = new Run(requests, seconds);
    CountDownLatch ended = new CountDownLatch(callers);
    for (int i = 0; i < callers; i++) {
      run.next(ended);
    }
    ended.await();
    return run.answers();
  }

  /** One run. Thread-safe. */
  private final class Run {
    private final List<ServiceRequest> requests;
    private final long[] nanos;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final long began = System.nanoTime();
    private final long end;

    Run(List<ServiceRequest> requests, double seconds) {
      this.requests = requests;
      this.nanos = new long[requests.size()];
      this.end = began + (long) (seconds * 1e9);
    }

    void next(CountDownLatch ended) {
      int index = sent.getAndIncrement();
      long now = System.nanoTime();
      if (index >= requests.size() || now - end >= 0 || failure.get() != null) {
        ended.countDown();
        return;
      }
      // A request is of the user whose connection it takes.
      stubs
          .get(index % stubs.size())
          .requestService(requests.get(index), new Answer(this, now, ended));
    }

    Answers answers() throws IOException {
      double seconds = (System.nanoTime() - began) / 1e9;
      if (failure.get() != null) {
        throw new IOException("a request failed: " + failure.get().getMessage(), failure.get());
      }
      if (answered.get() == 0) {
        throw new IOException("there was no answer in time");
      }
      long[] all = Arrays.copyOf(nanos, answered.get());
      Arrays.sort(all);
      return new Answers(all, seconds);
    }
  }

  /** Receiver of one answer. */
  private record Answer(Run run, long began, CountDownLatch ended)
      implements StreamObserver<ServiceGrant> {
    @Override
    public void onNext(ServiceGrant grant) {
      run.nanos[run.answered.getAndIncrement()] = System.nanoTime() - began;
    }

    @Override
    public void onError(Throwable failure) {
      run.failure.compareAndSet(null, failure);
      ended.countDown();
    }

    @Override
    public void onCompleted() {
      run.next(ended);
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
