package dev.rosa.client.endpoint;

import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.control.v1.WatchSessionsRequest;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The server's end of one holder's stream, which a test speaks on. Thread-safe. */
final class ToldSessions implements StreamObserver<WatchSessionsRequest> {
  private final StreamObserver<SessionNotices> holder;
  private final Set<Long> held = new HashSet<>();
  private final List<Integer> sizes = new ArrayList<>();
  private boolean ended;

  ToldSessions(StreamObserver<SessionNotices> holder) {
    this.holder = holder;
  }

  synchronized Set<Long> held() {
    return Set.copyOf(held);
  }

  /** Numbers of sessions that the requests had. */
  synchronized List<Integer> sizes() {
    return List.copyOf(sizes);
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  synchronized void tell(
      long session, SessionStanding standing, StandingReason reason, boolean over) {
    holder.onNext(
        SessionNotices.newBuilder()
            .addNotices(
                SessionNotice.newBuilder()
                    .setSession(session)
                    .setStanding(standing)
                    .setReason(reason)
                    .setEnded(over))
            .build());
  }

  synchronized void fail(Status status) {
    ended = true;
    holder.onError(status.asRuntimeException());
  }

  @Override
  public synchronized void onNext(WatchSessionsRequest request) {
    sizes.add(request.getHeldCount() + request.getLeftCount());
    held.addAll(request.getHeldList());
    request.getLeftList().forEach(held::remove);
  }

  @Override
  public synchronized void onError(Throwable failure) {
    ended = true;
  }

  @Override
  public synchronized void onCompleted() {
    ended = true;
    holder.onCompleted();
  }
}
