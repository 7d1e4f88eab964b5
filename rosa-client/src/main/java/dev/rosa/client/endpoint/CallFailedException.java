package dev.rosa.client.endpoint;

import dev.rosa.control.ControlFailure;
import io.grpc.Status;
import java.util.Set;

/**
 * A call to a node of the control plane that failed: refused, answered otherwise, or not answered.
 * The message is one sentence.
 */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1L;

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

  private CallFailedException(String message, boolean refused, Throwable cause) {
    super(message, cause);
    this.refused = refused;
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
        ? "%s did not answer within %d s, though it is connected: it may be busy; try again, or look at its log"
            .formatted(name(node), node.seconds())
        : "%s could not be asked: no connection within %d s; check the address, and that it runs and is not busy"
            .formatted(name(node), node.seconds());
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

  /** True if the node refused, so that the same request would fail again. */
  public boolean isRefusal() {
    return refused;
  }
}
