package dev.rosa.as.watch;

import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.identity.RosaId;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open gRPC stream by which one Source or recipient is told the standing of its sessions. It takes
 * one request between two looks, and none while notices wait. It keeps the newest notice of each
 * session for a holder that is slow to read. Thread-safe, but for {@link #sessions}.
 */
final class SessionStream implements StreamObserver<WatchSessionsRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(SessionStream.class);

  static final int MOST_TOGETHER = 1_000;

  private final RosaId holder;
  private final ServerCallStreamObserver<SessionNotices> observer;
  private final Set<Long> sessions = new HashSet<>();
  private final Map<Long, Told> waiting = new LinkedHashMap<>();
  private WatchSessionsRequest asked;
  private int spreadMillis;
  private boolean over;

  /** The next request may come once no notice waits. */
  private boolean wantsNext;

  SessionStream(RosaId holder, ServerCallStreamObserver<SessionNotices> observer) {
    this.holder = holder;
    this.observer = observer;
  }

  RosaId holder() {
    return holder;
  }

  /** The sessions that it is told of; owned by the thread of {@link SessionWatches}. */
  Set<Long> sessions() {
    return sessions;
  }

  @Override
  public synchronized void onNext(WatchSessionsRequest request) {
    if (count(request) > MOST_TOGETHER) {
      end(
          Status.INVALID_ARGUMENT.withDescription(
              "the request has more sessions than one may have, expected at most "
                  + MOST_TOGETHER));
      return;
    }
    asked = request;
  }

  @Override
  public synchronized void onError(Throwable failure) {
    letGo();
  }

  /** Nothing of it waits any more: the next look, which may be late, removes the rest. */
  private void letGo() {
    over = true;
    asked = null;
    waiting.clear();
  }

  @Override
  public synchronized void onCompleted() {
    end(Status.OK);
  }

  /** Number of sessions in a request. */
  static int count(WatchSessionsRequest request) {
    return request.getHeldCount() + request.getLeftCount();
  }

  /** The request that waits. */
  synchronized Optional<WatchSessionsRequest> asked() {
    return Optional.ofNullable(asked);
  }

  /** Takes the request that waits, as it is answered now. */
  synchronized void takeAsked() {
    asked = null;
  }

  /**
   * Lets the next request come, after the last one was answered. Its answers wait here for a holder
   * that does not read: until all are sent, HTTP/2 holds its further requests back.
   */
  synchronized void next() {
    wantsNext = true;
    takeNextIfAllIsSent();
  }

  private void takeNextIfAllIsSent() {
    if (wantsNext && waiting.isEmpty() && !over) {
      wantsNext = false;
      observer.request(1);
    }
  }

  synchronized void tell(long session, Told told) {
    waiting.put(session, told);
  }

  synchronized void forget(long session) {
    waiting.remove(session);
  }

  /** Sends what waits, as far as the holder reads it. */
  synchronized void send(int spread) {
    spreadMillis = Math.max(spread, spreadMillis);
    sendIfReady();
  }

  /** The same when the holder reads again. */
  synchronized void sendIfReady() {
    try {
      sendWaiting();
    } catch (RuntimeException e) {
      // The holder comes back by itself; others must not suffer.
      LOG.error("cannot tell the standing of sessions to {}", holder, e);
      letGo();
    }
  }

  private void sendWaiting() {
    while (!over && !waiting.isEmpty() && observer.isReady()) {
      SessionNotices.Builder notices = SessionNotices.newBuilder().setSpreadMillis(spreadMillis);
      Iterator<Map.Entry<Long, Told>> each = waiting.entrySet().iterator();
      while (each.hasNext() && notices.getNoticesCount() < MOST_TOGETHER) {
        Map.Entry<Long, Told> one = each.next();
        SessionNotice notice = one.getValue().notice(one.getKey());
        notices.addNotices(notice);
        each.remove();
      }
      observer.onNext(notices.build());
    }
    if (waiting.isEmpty()) {
      spreadMillis = 0;
      takeNextIfAllIsSent();
    }
  }

  synchronized boolean isOver() {
    return over;
  }

  synchronized void end(Status status) {
    if (over) {
      return;
    }
    letGo();
    if (observer.isCancelled()) {
      return;
    }
    if (status.isOk()) {
      observer.onCompleted();
    } else {
      observer.onError(status.asRuntimeException());
    }
  }
}
