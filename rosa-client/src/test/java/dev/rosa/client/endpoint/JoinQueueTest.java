package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.config.HostPort;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JoinQueueTest {
  private static final HostPort SERVER = new HostPort("127.0.0.1", 7001);

  private static final JoinRates.Origin ALICE = new JoinRates.Origin(1, 2, 3);

  private final AtomicInteger calls = new AtomicInteger();
  private final Semaphore ended = new Semaphore(0);
  private final Semaphore mayAnswer = new Semaphore(0);
  private Instant now = Instant.ofEpochSecond(1_000);
  private Status answer = Status.PERMISSION_DENIED;
  private Error error;
  private final InstantSource clock = () -> now;
  private final JoinQueue queue = new JoinQueue(this::refuse, clock, ended::release);

  @AfterEach
  void close() {
    queue.close();
  }

  private ActiveSession refuse(long session) throws CallFailedException {
    calls.incrementAndGet();
    mayAnswer.acquireUninterruptibly();
    if (error != null) {
      throw error;
    }
    ControlNode server =
        new ControlNode("Authorization Server", SERVER, null, Duration.ofSeconds(30));
    throw CallFailedException.of(server, answer.asRuntimeException());
  }

  private JoinQueue.Outcome end() throws InterruptedException {
    mayAnswer.release();
    assertEquals(true, ended.tryAcquire(120, TimeUnit.SECONDS));
    return queue.poll();
  }

  @Test
  void shouldCallOnceWhenManyPacketsAskForOneSession() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertEquals(JoinQueue.Hope.PENDING, queue.ask(7, ALICE));
    }
    assertEquals(7, end().session());
    assertNull(queue.poll());
    assertEquals(1, calls.get());
  }

  @Test
  void shouldRememberRefusalForAWhile() throws Exception {
    queue.ask(7, ALICE);
    end();

    assertEquals(JoinQueue.Hope.REFUSED, queue.ask(7, ALICE));
    now = now.plusSeconds(29);
    assertEquals(JoinQueue.Hope.REFUSED, queue.ask(7, ALICE));
    now = now.plusSeconds(2);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(7, ALICE));
    end();
    assertEquals(2, calls.get());
  }

  @Test
  void shouldAskAgainEverySecondWhenServerCannotBeAsked() throws Exception {
    answer = Status.UNAVAILABLE;
    queue.ask(7, ALICE);
    assertNull(end(), "not decided yet");
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(7, ALICE), "its packets wait");

    answer = Status.PERMISSION_DENIED;
    now = now.plusMillis(999);
    assertNull(queue.poll());
    assertEquals(1, calls.get());
    now = now.plusMillis(1);
    assertNull(queue.poll());
    assertEquals(JoinQueue.Hope.REFUSED, end().verdict());
    assertEquals(2, calls.get());
  }

  @Test
  void shouldNotKeepSessionsPendingWhenCallsEndInErrors() throws Exception {
    error = new OutOfMemoryError("unable to create native thread");
    for (int session = 1; session <= JoinQueue.MAX_UNKNOWN_WAITING; session++) {
      assertEquals(JoinQueue.Hope.PENDING, queue.ask(session, ALICE));
      assertNull(end(), "it is asked for again");
    }
    error = null;
    now = now.plusMillis(JoinQueue.PATIENCE_MILLIS);
    assertNull(queue.poll());
    for (int call = 1; call <= JoinQueue.MAX_UNKNOWN_WAITING; call++) {
      assertEquals(JoinQueue.Hope.REFUSED, end().verdict());
    }
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(1_000, ALICE));
    assertEquals(1_000, end().session());
  }

  @Test
  void shouldGiveUpWhenServerCannotBeAskedForAsLongAsACallMayTake() throws Exception {
    answer = Status.UNAVAILABLE;
    queue.ask(7, ALICE);
    assertNull(end());
    now = now.plusMillis(JoinQueue.PATIENCE_MILLIS);
    assertNull(queue.poll());

    assertEquals(JoinQueue.Hope.TROUBLE, end().verdict());
    assertEquals(JoinQueue.Hope.TROUBLE, queue.ask(7, ALICE));
    now = now.plusMillis(JoinQueue.TROUBLE_MILLIS);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(7, ALICE));
    end();
  }

  @Test
  void shouldKeepFewSessionsWaitingWhenServerCannotBeAsked() throws Exception {
    answer = Status.UNAVAILABLE;
    for (int session = 1; session <= JoinQueue.MAX_UNKNOWN_WAITING; session++) {
      queue.ask(session, ALICE);
      assertNull(end());
    }
    queue.ask(99, ALICE);

    assertEquals(JoinQueue.Hope.TROUBLE, end().verdict());
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(1, ALICE));
  }

  @Test
  void shouldLimitCallsPerSecondWhenSessionsAreForged() throws Exception {
    for (int session = 1; session <= 32; session++) {
      assertEquals(JoinQueue.Hope.PENDING, queue.ask(session, ALICE));
      end();
    }
    assertEquals(JoinQueue.Hope.LIMITED, queue.ask(33, ALICE));
    now = now.plusMillis(2 * JoinRates.MILLIS_PER_JOIN);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(33, ALICE));
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(34, ALICE));
    assertEquals(JoinQueue.Hope.LIMITED, queue.ask(35, ALICE));
    end();
    end();
  }
}
