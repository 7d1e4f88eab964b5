package dev.rosa.client.endpoint;

import dev.rosa.control.ControlFailure;
import io.grpc.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Exception for a call to a control-plane server that was refused or had no valid answer, or for a
 * session that was revoked. The message is one sentence.
 */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MILLIS_DIGITS = 3;

  /** Failures that asking again cannot change: any other may be a passing trouble. */
  private static final Set<Status.Code> REFUSALS =
      Set.of(
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.ALREADY_EXISTS,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.OUT_OF_RANGE,
          Status.Code.UNIMPLEMENTED,
          Status.Code.DATA_LOSS);

  private final boolean refused;
  private final boolean concernsServer;
  private final boolean late;

  private CallFailedException(String message, boolean refused, Throwable cause) {
    super(message, cause);
    this.refused = refused;
    this.late = cause != null && ControlFailure.kind(cause) == ControlFailure.Kind.LATE;
    this.concernsServer = cause != null && isOfServer(cause);
  }

  private static boolean isOfServer(Throwable failure) {
    return ControlFailure.kind(failure) != ControlFailure.Kind.ANSWERED
        || Status.fromThrowable(failure).getCode() == Status.Code.UNAVAILABLE;
  }

  /**
   * The sentence for a failed call: the node, its answer or the wait that ended, and the remedy.
   */
  static CallFailedException of(ControlNode node, Throwable failure) {
    Status.Code code = Status.fromThrowable(failure).getCode();
    String sentence =
        switch (ControlFailure.kind(failure)) {
          case ANSWERED -> name(node) + verb(code) + ControlFailure.describe(failure);
          case LATE -> late(node);
          case NOT_CONNECTED ->
              name(node)
                  + " could not be asked: "
                  + ControlFailure.describe(failure)
                  + "; check the address, and that it runs";
          case BROKEN -> broken(node, code, failure);
        };
    return new CallFailedException(sentence, REFUSALS.contains(code), failure);
  }

  private static String name(ControlNode node) {
    return "the " + node.title() + " at " + node.address();
  }

  private static String verb(Status.Code code) {
    if (REFUSALS.contains(code)) {
      return " refused: ";
    }
    return code == Status.Code.RESOURCE_EXHAUSTED ? " refused for now: " : " answered: ";
  }

  private static String late(ControlNode node) {
    return node.isConnected()
        ? "%s did not answer within %s s, though it is connected: it may be busy; try again, or look at its log"
            .formatted(name(node), seconds(node.patience()))
        : "%s could not be asked: no connection within %s s; check the address, and that it runs and is not busy"
            .formatted(name(node), seconds(node.patience()));
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), MILLIS_DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String broken(ControlNode node, Status.Code code, Throwable failure) {
    return code == Status.Code.RESOURCE_EXHAUSTED
        ? name(node) + " answered wrongly: with a longer message than is taken here"
        : name(node) + " could not be asked: " + ControlFailure.describe(failure);
  }

  /** The node answered, but not as it should. */
  static CallFailedException badAnswer(ControlNode node, String problem) {
    return new CallFailedException(name(node) + " answered wrongly: " + problem, true, null);
  }

  /**
   * The sentence for several servers, of which none could answer.
   *
   * @param failures one for each server, at least one
   */
  static CallFailedException ofAll(List<CallFailedException> failures) {
    CallFailedException last = failures.get(failures.size() - 1);
    if (failures.size() == 1) {
      return last;
    }
    String sentences =
        failures.stream().map(Throwable::getMessage).collect(Collectors.joining(" | "));
    return new CallFailedException(
        "none of " + failures.size() + " servers answered: " + sentences, false, last.getCause());
  }

  /**
   * True if another server of the domain may answer: this one cannot be reached, or cannot work.
   */
  boolean concernsServer() {
    return concernsServer;
  }

  /** True if there was no answer in time. */
  boolean isLate() {
    return late;
  }

  /** True if the server has answered the same request before. */
  boolean isAnsweredBefore() {
    return getCause() != null
        && Status.fromThrowable(getCause()).getCode() == Status.Code.ALREADY_EXISTS;
  }

  /** The server took a session back. */
  static CallFailedException revoked(String sentence) {
    return new CallFailedException(sentence, true, null);
  }

  /** True if the node refused, so that the same request would fail again. */
  public boolean isRefusal() {
    return refused;
  }
}
