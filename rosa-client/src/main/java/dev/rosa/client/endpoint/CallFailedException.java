package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlFailure;
import io.grpc.Status;
import java.util.Set;

/** A node of the control plane refused, or could not be asked; the message is one sentence. */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What asking again cannot change: anything else may be a passing trouble. */
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
   * The sentence for a failed call: who was asked, whether that node refused, and why.
   *
   * @param node e.g. "Authorization Server"
   */
  static CallFailedException of(String node, HostPort address, Throwable failure) {
    Status.Code code = Status.fromThrowable(failure).getCode();
    boolean refused = REFUSALS.contains(code);
    String verb =
        refused
            ? " refused: "
            : code == Status.Code.RESOURCE_EXHAUSTED
                ? " refused for now: "
                : " could not be asked: ";
    return new CallFailedException(
        "the " + node + " at " + address + verb + ControlFailure.describe(failure),
        refused,
        failure);
  }

  /** The node answered, but not as it should. */
  static CallFailedException badAnswer(String node, HostPort address, String problem) {
    return new CallFailedException(
        "the " + node + " at " + address + " answered wrongly: " + problem, true, null);
  }

  /** Whether the node said no, so that asking the same again is in vain. */
  public boolean isRefusal() {
    return refused;
  }
}
