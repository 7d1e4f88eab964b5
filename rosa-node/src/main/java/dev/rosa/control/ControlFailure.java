package dev.rosa.control;

import dev.rosa.serving.PeerText;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Explanation of a failed call between nodes, in one line for a person. */
public final class ControlFailure {

  /** A server chooses the text: it is bounded before it gets into a log, a page or a terminal. */
  private static final int MOST_CHARS = 400;

  /** In what a server sends before or with its status; what fails here has no such thing. */
  private static final Metadata.Key<String> CONTENT_TYPE =
      Metadata.Key.of("content-type", Metadata.ASCII_STRING_MARSHALLER);

  private ControlFailure() {}

  /** Fate of a call that failed. */
  public enum Kind {
    /** The server answered with a status of its own. */
    ANSWERED,
    /** There is no connection: no server at that address, or none that can be reached. */
    NOT_CONNECTED,
    /** The time that the call had is over, or that of the TLS handshake before it. */
    LATE,
    /** Anything else, such as a connection that is refused or breaks. */
    BROKEN
  }

  /** The fate of a call that failed so. */
  public static Kind kind(Throwable failure) {
    if (isAnswer(failure)) {
      return Kind.ANSWERED;
    }
    Status status = statusOf(failure);
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return Kind.LATE;
    }
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SslHandshakeTimeoutException) {
        return Kind.LATE;
      }
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return Kind.NOT_CONNECTED;
      }
    }
    return Kind.BROKEN;
  }

  private static boolean isAnswer(Throwable failure) {
    Metadata trailers = Status.trailersFromThrowable(failure);
    return trailers != null && trailers.containsKey(CONTENT_TYPE);
  }

  /** The server's own words if it answered, else what kept the connection from being made. */
  public static String describe(Throwable failure) {
    Status status = statusOf(failure);
    return switch (kind(failure)) {
      case ANSWERED -> words(status);
      case LATE -> "no answer in time";
      default ->
          status.getCode() == Status.Code.UNAVAILABLE
              ? oneLine(connectionProblem(status))
              : words(status);
    };
  }

  private static String words(Status status) {
    String description = status.getDescription();
    return oneLine(description == null ? status.getCode().toString() : description);
  }

  private static Status statusOf(Throwable failure) {
    if (failure instanceof StatusRuntimeException e) {
      return e.getStatus();
    }
    return failure instanceof StatusException e ? e.getStatus() : Status.fromThrowable(failure);
  }

  private static String connectionProblem(Status status) {
    String tls = null;
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return cause.getMessage();
      }
      if (cause instanceof ConnectException) {
        return "no connection (" + cause.getMessage() + ")";
      }
      if (cause instanceof UnknownHostException) {
        return "unknown host (" + cause.getMessage() + ")";
      }
      if (cause instanceof NotSslRecordException) {
        // Its message is all that came, in hexadecimal digits.
        return "what answers there does not speak TLS";
      }
      if (cause instanceof SSLException) {
        tls = "the server ended the TLS connection (" + cause.getMessage() + ")";
      }
    }
    return tls != null
        ? tls
        : "not available (%s); the server may be busy: try again".formatted(words(status));
  }

  private static String oneLine(String text) {
    return PeerText.line(text.lines().findFirst().orElse(""), MOST_CHARS);
  }
}
