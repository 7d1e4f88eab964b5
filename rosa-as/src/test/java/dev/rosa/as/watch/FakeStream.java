package dev.rosa.as.watch;

import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.SessionStanding;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;

/** A holder's end of a stream, that reads when it is told to. */
final class FakeStream extends ServerCallStreamObserver<SessionNotices> {
  final List<SessionNotices> messages = new ArrayList<>();
  boolean ready = true;
  boolean cancelled;
  int requested;
  Status end;
  private Runnable onReady;
  private Runnable onCancel;

  /** The newest notice, in words. */
  String last() {
    List<SessionNotice> all = notices();
    return all.isEmpty() ? "nothing" : text(all.get(all.size() - 1));
  }

  List<SessionNotice> notices() {
    return messages.stream().flatMap(each -> each.getNoticesList().stream()).toList();
  }

  static String text(SessionNotice notice) {
    boolean current = notice.getStanding() == SessionStanding.CURRENT;
    return notice.getStanding()
        + (current ? "" : " " + notice.getReason())
        + (notice.getEnded() ? " ended" : "");
  }

  void readAgain() {
    ready = true;
    onReady.run();
  }

  void cancel() {
    cancelled = true;
    onCancel.run();
  }

  @Override
  public void onNext(SessionNotices message) {
    messages.add(message);
  }

  @Override
  public void onError(Throwable failure) {
    end = Status.fromThrowable(failure);
  }

  @Override
  public void onCompleted() {
    end = Status.OK;
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {
    onCancel = handler;
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {
    onReady = handler;
  }

  @Override
  public void request(int count) {
    requested += count;
  }

  @Override
  public void disableAutoInboundFlowControl() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void disableAutoRequest() {}

  @Override
  public void setCompression(String compression) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setMessageCompression(boolean enable) {
    throw new UnsupportedOperationException();
  }
}
