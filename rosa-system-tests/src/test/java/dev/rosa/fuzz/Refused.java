package dev.rosa.fuzz;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.Set;

/** Permitted answers of a service to an unknown caller: a reply, or a refusal with a sentence. */
public final class Refused {

  private static final Set<Status.Code> REFUSALS =
      Set.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.NOT_FOUND,
          Status.Code.ALREADY_EXISTS,
          Status.Code.ABORTED,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.RESOURCE_EXHAUSTED);

  private Refused() {}

  /** Anything else than a refusal is a bug. */
  public static void check(StatusRuntimeException refusal) {
    if (!REFUSALS.contains(refusal.getStatus().getCode())) {
      throw new AssertionError("not a refusal: " + refusal.getStatus(), refusal);
    }
    check(refusal.getStatus().getDescription());
  }

  /** One line that says something. */
  public static void check(String sentence) {
    Refusals.check(new IllegalArgumentException(sentence));
  }

  /** Takes the reply of a call; a failure that was not thrown counts all the same. */
  public static <T> StreamObserver<T> reply() {
    return new StreamObserver<>() {
      @Override
      public void onNext(T reply) {
        if (reply == null) {
          throw new AssertionError("an empty reply");
        }
      }

      @Override
      public void onError(Throwable failure) {
        throw new AssertionError("a failure instead of a refusal", failure);
      }

      @Override
      public void onCompleted() {}
    };
  }
}
