package dev.rosa.control;

import dev.rosa.serving.PeerText;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.netty.handler.ssl.NotSslRecordException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Says in one line, for a person, why a call failed. */
public final class ControlFailure {

  /** A server chooses the text: it is bounded before it gets into a log, a page or a terminal. */
  private static final int MOST_CHARS = 400;

  private ControlFailure() {}

  /** The server's own words if it answered, else what kept the connection from being made. */
  public static String describe(Throwable failure) {
    Status status = statusOf(failure);
    if (status.getCode() == Status.Code.UNAVAILABLE) {
      return oneLine(connectionProblem(status));
    }
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
        return "nobody answers (" + cause.getMessage() + ")";
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
    return tls != null ? tls : "not available (" + status.getDescription() + ")";
  }

  private static String oneLine(String text) {
    return PeerText.line(text.lines().findFirst().orElse(""), MOST_CHARS);
  }
}
