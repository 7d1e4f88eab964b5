package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.storage.StorageException;
import dev.rosa.storage.TestTables;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call that another thread answers is answered, however its work ends. */
class DeferredAnswerTest {

  private static final String TEXT = "chosen by the one who sent the bundle";

  /** A call that keeps how it was ended. */
  private static final class Call extends ServerCallStreamObserver<String> {

    private final List<String> events = new ArrayList<>();

    @Override
    public void onNext(String answer) {
      events.add(answer);
    }

    @Override
    public void onError(Throwable failure) {
      Status status = Status.fromThrowable(failure);
      events.add(status.getCode() + ": " + status.getDescription());
    }

    @Override
    public void onCompleted() {
      events.add("completed");
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void disableAutoInboundFlowControl() {}
  }

  private static List<String> events(Supplier<String> work) {
    Call call = new Call();
    DeferredAnswer.give(call, "Publish", work);
    return call.events;
  }

  private static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("a defect"),
        new OutOfMemoryError("Metaspace"),
        new StackOverflowError(TEXT),
        new NoClassDefFoundError(TEXT),
        new InternalError(TEXT));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void shouldAnswerInternalAndLogOneLineWhenWorkFails(Throwable failure) {
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      assertEquals(
          List.of("INTERNAL: the server failed, see its log"), events(() -> thrown(failure)));
      assertEquals(1, log.lines().size(), log.lines().toString());
      String line = log.lines().get(0);
      assertTrue(line.startsWith("ERROR failed method=Publish"), line);
      assertTrue(!line.contains(TEXT), line);
      assertTrue(
          failure instanceof RuntimeException || line.contains(failure.getClass().getName()));
    }
  }

  private static String thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  @Test
  void shouldAnswerUnavailableWhenTheStorageCannotBeUsed() {
    StorageException outage = TestTables.outage("/var/lib/as.db: the disk is full");
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      List<String> expected =
          List.of("UNAVAILABLE: the server's storage cannot be used, see its log");
      assertEquals(expected, events(() -> thrown(outage)));
      assertEquals(expected, events(() -> thrown(new IllegalStateException("work", outage))));
      assertEquals(2, log.lines().size(), log.lines().toString());
      assertTrue(log.lines().get(0).endsWith(": " + outage.getMessage()), log.lines().get(0));
    }
  }

  @Test
  void shouldAnswerOrTellTheRefusalWithoutLog() {
    try (CapturedLog log = CapturedLog.of("dev.rosa.control")) {
      assertEquals(List.of("done", "completed"), events(() -> "done"));
      assertEquals(
          List.of("NOT_FOUND: no"),
          events(() -> thrown(Status.NOT_FOUND.withDescription("no").asRuntimeException())));
      assertEquals(List.of(), log.lines());
    }
  }
}
