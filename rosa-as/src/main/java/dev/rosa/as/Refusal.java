package dev.rosa.as;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** A request that is answered with no: one sentence for the user, and its gRPC status. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CHARS = 500;

  private final Status.Code code;

  Refusal(Status.Code code, String sentence) {
    super(bounded(sentence), null, false, false);
    this.code = code;
  }

  static Refusal invalid(String sentence) {
    return new Refusal(Status.Code.INVALID_ARGUMENT, sentence);
  }

  static Refusal denied(String sentence) {
    return new Refusal(Status.Code.PERMISSION_DENIED, sentence);
  }

  Status.Code code() {
    return code;
  }

  StatusRuntimeException toStatus() {
    return Status.fromCode(code).withDescription(getMessage()).asRuntimeException();
  }

  /** What a caller sent may be quoted in a sentence; the log must stay one short line. */
  private static String bounded(String sentence) {
    String line = sentence.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "…";
  }
}
