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

  private final AtomicInteger calls = new AtomicInteger();
  private final Semaphore ended = new Semaphore(0);
  private final Semaphore mayAnswer = new Semaphore(0);
  private Instant now = Instant.ofEpochSecond(1_000);
  private Status answer = Status.PERMISSION_DENIED;
  private final InstantSource clock = () -> now;
  private final JoinQueue queue = new JoinQueue(this::refuse, clock, ended::release);

  @AfterEach
  void close() {
    queue.close();
  }

  private ActiveSession refuse(long session) throws CallFailedException {
    calls.incrementAndGet();
    mayAnswer.acquireUninterruptibly();
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
      assertEquals(JoinQueue.Hope.PENDING, queue.ask(7));
    }
    assertEquals(7, end().session());
    assertNull(queue.poll());
    assertEquals(1, calls.get());
  }

  @Test
  void shouldRememberRefusalForAWhile() throws Exception {
    queue.ask(7);
    end();

    assertEquals(JoinQueue.Hope.REFUSED, queue.ask(7));
    now = now.plusSeconds(29);
    assertEquals(JoinQueue.Hope.REFUSED, queue.ask(7));
    now = now.plusSeconds(2);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(7));
    end();
    assertEquals(2, calls.get());
  }

  @Test
  void shouldAskAgainSoonWhenServerCouldNotBeAsked() throws Exception {
    answer = Status.UNAVAILABLE;
    queue.ask(7);
    end();

    assertEquals(JoinQueue.Hope.TROUBLE, queue.ask(7));
    now = now.plusMillis(1_001);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(7));
    end();
  }

  @Test
  void shouldLimitCallsPerSecondWhenSessionsAreForged() throws Exception {
    for (int session = 1; session <= 32; session++) {
      assertEquals(JoinQueue.Hope.PENDING, queue.ask(session));
      end();
    }
    assertEquals(JoinQueue.Hope.LIMITED, queue.ask(33));
    now = now.plusMillis(200);
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(33));
    assertEquals(JoinQueue.Hope.PENDING, queue.ask(34));
    assertEquals(JoinQueue.Hope.LIMITED, queue.ask(35));
    end();
    end();
  }
}
