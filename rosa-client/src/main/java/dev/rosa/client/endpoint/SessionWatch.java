package dev.rosa.client.endpoint;

import dev.rosa.control.Backoff;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.WatchSessionsRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stream on which the Authorization Server tells the standing of sessions. A stream that ends is
 * followed by another one after a while, which names all sessions that are held: the server answers
 * with their present standing, so nothing is missed in between. Owns a thread; a connection without
 * an answer is found by its keepalive.
 */
final class SessionWatch implements StandingNotice.Feed {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  /** As the contract has it. */
  private static final int MOST_TOGETHER = 1_000;

  /** A server takes a request between two looks, and a connection may have few that wait. */
  private static final int PAUSE_MILLIS = 300;

  /** A server that is restarted, or asks to reconnect, is no trouble. */
  private static final int FAILURES_BEFORE_WORD = 3;

  private static final Set<Status.Code> LASTING =
      Set.of(
          Status.Code.UNIMPLEMENTED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.INVALID_ARGUMENT);

  private final IntFunction<ManagedChannel> channel;
  private final Backoff backoff;
  private final Runnable whenNews;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "session-watch");
            made.setDaemon(true);
            return made;
          });

  /** Notices that were not taken, by session: at most one of each that is held. */
  private final Map<Long, StandingNotice> news = new ConcurrentHashMap<>();

  private final Set<Long> held = new HashSet<>();
  private final Set<Long> unsaid = new LinkedHashSet<>();
  private final Set<Long> left = new LinkedHashSet<>();
  private Stream current;
  private boolean resting;

  /** Sessions wait for the next request, which names them together. */
  private boolean pausing;

  private int failures;

  /**
   * A watch that connects when a session is held.
   *
   * @param channel to a server, by the number of failures in a row; stays the caller's
   * @param backoff the watch's from now on
   * @param whenNews called from any thread when {@link #poll} has something
   */
  SessionWatch(IntFunction<ManagedChannel> channel, Backoff backoff, Runnable whenNews) {
    this.channel = channel;
    this.backoff = backoff;
    this.whenNews = whenNews;
  }

  @Override
  public void hold(long session) {
    run(
        () -> {
          held.add(session);
          unsaid.add(session);
          left.remove(session);
          proceed();
        });
  }

  @Override
  public void leave(long session) {
    run(
        () -> {
          held.remove(session);
          news.remove(session);
          if (!unsaid.remove(session)) {
            left.add(session);
          }
          proceed();
        });
  }

  @Override
  public StandingNotice poll() {
    if (news.isEmpty()) {
      return null;
    }
    Iterator<Long> sessions = news.keySet().iterator();
    return sessions.hasNext() ? news.remove(sessions.next()) : null;
  }

  private void run(Runnable step) {
    try {
      thread.execute(() -> guarded(step));
    } catch (RejectedExecutionException e) {
      LOG.trace("closed", e);
    }
  }

  /** An error of this node's own: sessions are renewed by time. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.error("the standing of sessions is not known", e);
      if (current != null) {
        current.cancel();
        end(current, Status.INTERNAL);
      }
    }
  }

  private void proceed() {
    if (current == null && !resting && !held.isEmpty()) {
      open();
    } else if (current != null) {
      say(current);
    }
  }

  private void open() {
    unsaid.clear();
    unsaid.addAll(held);
    left.clear();
    current = new Stream();
    ManagedChannel server = channel.apply(failures);
    // Else the channel would keep to a pause of its own after it could not connect.
    server.resetConnectBackoff();
    Stream opened = current;
    var unused = AuthorizationGrpc.newStub(server).watchSessions(opened);
    say(opened);
  }

  private void say(Stream stream) {
    while (!pausing && !(unsaid.isEmpty() && left.isEmpty()) && stream.call.isReady()) {
      WatchSessionsRequest.Builder request = WatchSessionsRequest.newBuilder();
      for (long session : first(unsaid, MOST_TOGETHER)) {
        request.addHeld(session);
      }
      for (long session : first(left, MOST_TOGETHER - request.getHeldCount())) {
        request.addLeft(session);
      }
      stream.call.onNext(request.build());
      if (request.getHeldCount() + request.getLeftCount() < MOST_TOGETHER) {
        pause();
      }
    }
  }

  private void pause() {
    pausing = true;
    ScheduledFuture<?> unused =
        thread.schedule(() -> guarded(this::endPause), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void endPause() {
    pausing = false;
    if (current != null) {
      say(current);
    }
  }

  private static Set<Long> first(Set<Long> sessions, int most) {
    Set<Long> taken = new LinkedHashSet<>();
    Iterator<Long> each = sessions.iterator();
    while (each.hasNext() && taken.size() < most) {
      taken.add(each.next());
      each.remove();
    }
    return taken;
  }

  private void take(Stream stream, SessionNotices notices) {
    if (stream != current) {
      return;
    }
    if (failures >= FAILURES_BEFORE_WORD) {
      LOG.info("the Authorization Server tells of sessions again");
    }
    failures = 0;
    backoff.reset();
    notices.getNoticesList().stream()
        .filter(notice -> held.contains(notice.getSession()))
        .map(notice -> StandingNotice.of(notice, notices.getSpreadMillis()))
        .forEach(notice -> news.put(notice.session(), notice));
    whenNews.run();
  }

  private void end(Stream stream, Status status) {
    if (stream != current) {
      return;
    }
    current = null;
    resting = true;
    failures++;
    if (failures == FAILURES_BEFORE_WORD) {
      LOG.warn(
          "the Authorization Server does not tell of sessions, they are renewed by time: {}",
          ControlFailure.describe(status.asRuntimeException()));
    }
    boolean lasts = LASTING.contains(status.getCode());
    long millis = lasts ? backoff.afterRefusalMillis() : backoff.nextMillis();
    ScheduledFuture<?> unused =
        thread.schedule(() -> guarded(this::openAgain), millis, TimeUnit.MILLISECONDS);
  }

  private void openAgain() {
    resting = false;
    proceed();
  }

  @Override
  public void close() {
    run(
        () -> {
          if (current != null) {
            current.cancel();
          }
          current = null;
          thread.shutdownNow();
        });
  }

  /** One stream; gRPC calls it, the watch's thread does the work. */
  private final class Stream
      implements ClientResponseObserver<WatchSessionsRequest, SessionNotices> {

    private volatile ClientCallStreamObserver<WatchSessionsRequest> call;

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchSessionsRequest> started) {
      call = started;
      started.setOnReadyHandler(() -> run(() -> sayIfCurrent(this)));
    }

    @Override
    public void onNext(SessionNotices notices) {
      run(() -> take(this, notices));
    }

    @Override
    public void onError(Throwable failure) {
      run(() -> end(this, Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
      run(() -> end(this, Status.UNAVAILABLE.withDescription("the server ended the stream")));
    }

    void cancel() {
      call.cancel("no longer needed", null);
    }
  }

  private void sayIfCurrent(Stream stream) {
    if (stream == current) {
      say(stream);
    }
  }
}
