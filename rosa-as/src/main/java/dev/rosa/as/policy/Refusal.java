package dev.rosa.as.policy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** A refused request: one sentence for the user, and its gRPC status. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CHARS = 500;

  private final Status.Code code;
  private final AuthorizationCounts.Event event;

  public Refusal(Status.Code code, String sentence) {
    this(code, sentence, AuthorizationCounts.Event.REFUSED);
  }

  private Refusal(Status.Code code, String sentence, AuthorizationCounts.Event event) {
    super(bounded(sentence), null, false, false);
    this.code = code;
    this.event = event;
  }

  /** A refusal because of how much there is already. */
  static Refusal overQuota(AuthorizationCounts.Event quota, String sentence) {
    return new Refusal(Status.Code.RESOURCE_EXHAUSTED, sentence, quota);
  }

  /** The same for the record, with how many of the caller's refusals it leaves out. */
  public Refusal after(long leftOut) {
    String gap = " (and %d refusals before, not recorded)".formatted(leftOut);
    return new Refusal(code, getMessage() + gap, event);
  }

  public static Refusal invalid(String sentence) {
    return new Refusal(Status.Code.INVALID_ARGUMENT, sentence);
  }

  public static Refusal denied(String sentence) {
    return new Refusal(Status.Code.PERMISSION_DENIED, sentence);
  }

  public Status.Code code() {
    return code;
  }

  /** The count that it belongs to. */
  public AuthorizationCounts.Event event() {
    return event;
  }

  public StatusRuntimeException toStatus() {
    return Status.fromCode(code).withDescription(getMessage()).asRuntimeException();
  }

  /** Bounds a sentence, which may quote the caller: the log must stay one short line. */
  private static String bounded(String sentence) {
    String line = sentence.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]+", " ");
    return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "…";
  }
}
