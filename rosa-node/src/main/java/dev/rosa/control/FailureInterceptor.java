package dev.rosa.control;

import dev.rosa.serving.MinuteRates;
import dev.rosa.serving.PeerText;
import dev.rosa.storage.StorageException;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * gRPC interceptor that ends a call whose service method threw: a status goes to the caller as it
 * is. Anything else is a bug, logged here in full, for which the caller gets INTERNAL without
 * details. A storage that cannot be used is logged in one line: the caller gets UNAVAILABLE, and
 * may ask another server.
 */
final class FailureInterceptor implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(FailureInterceptor.class);
  private static final int LINES_PER_MINUTE = 30;
  private static final int MOST_CHARS = 300;
  private static final int MOST_FRAMES = 30;
  private static final MinuteRates<String> LINES = new MinuteRates<>();

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    OnceClosedCall<Q, A> once = new OnceClosedCall<>(call);
    return new SimpleForwardingServerCallListener<>(next.startCall(once, headers)) {
      @Override
      public void onMessage(Q message) {
        once.closeOnFailure(() -> super.onMessage(message));
      }

      @Override
      public void onHalfClose() {
        once.closeOnFailure(super::onHalfClose);
      }

      @Override
      public void onReady() {
        once.closeOnFailure(super::onReady);
      }
    };
  }

  /**
   * Logs a failure, up to a number a minute. One of the storage has one line: requests would fill
   * the log while the disk is full. So has an error: its text may quote a bundle, its trace may be
   * very deep. Messages of others may quote a peer.
   */
  static void report(String method, Throwable e) {
    OptionalLong leftOut = LINES.take(method, LINES_PER_MINUTE, InstantSource.system().instant());
    if (leftOut.isPresent()) {
      LOG.error("failed method={} not-logged={}: {}", method, leftOut.getAsLong(), described(e));
    }
  }

  /** The status for the caller of a call that failed so. */
  static Status status(Throwable e) {
    return outage(e).isPresent()
        ? Status.UNAVAILABLE.withDescription("the server's storage cannot be used, see its log")
        : Status.INTERNAL.withDescription("the server failed, see its log");
  }

  private static Optional<StorageException> outage(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof StorageException outage) {
        return Optional.of(outage);
      }
    }
    return Optional.empty();
  }

  private static String described(Throwable e) {
    if (e instanceof Error) {
      return e.getClass().getName() + " at " + place(e);
    }
    return outage(e).map(Throwable::getMessage).orElseGet(() -> inFull(e));
  }

  private static String inFull(Throwable e) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      append(text, cause);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Throwable cause) {
    text.append(cause.getClass().getName())
        .append(": ")
        .append(PeerText.line(String.valueOf(cause.getMessage()), MOST_CHARS));
    Arrays.stream(cause.getStackTrace())
        .limit(MOST_FRAMES)
        .forEach(frame -> text.append(System.lineSeparator()).append("  at ").append(frame));
    text.append(System.lineSeparator());
  }

  private static String place(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? "an unknown place" : trace[0].toString();
  }

  /** A call that may be closed twice: by the method that answered, then by what it threw. */
  private static final class OnceClosedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {

    private boolean closed;

    OnceClosedCall(ServerCall<Q, A> call) {
      super(call);
    }

    void closeOnFailure(Runnable step) {
      try {
        step.run();
      } catch (StatusRuntimeException e) {
        close(e.getStatus(), new Metadata());
      } catch (RuntimeException | Error e) {
        report(getMethodDescriptor().getFullMethodName(), e);
        close(status(e), new Metadata());
      }
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (!closed) {
        closed = true;
        super.close(status, trailers);
      }
    }
  }
}
