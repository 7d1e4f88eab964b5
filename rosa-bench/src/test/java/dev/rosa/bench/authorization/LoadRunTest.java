package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadRunTest {

  private static final double LONG = 600;

  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  private static void answer(Executor at, LoadRun.Reply reply) {
    at.execute(
        () -> {
          reply.answered();
          reply.completed();
        });
  }

  @Test
  void shouldSendEachRequestOnceAndEndWithTheLast() throws Exception {
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    LoadRun.Answers answers =
        LoadRun.of(
            100,
            8,
            LONG,
            (index, reply) -> {
              sent.add(index);
              answer(threads, reply);
            });
    assertEquals(100, answers.count());
    assertEquals(100, sent.stream().distinct().count());
    assertTrue(answers.rate() > 0 && answers.millis(0.5) <= answers.millis(0.99));
  }

  @Test
  void shouldHaveSoManyUnderWayAndNoMore() throws Exception {
    Queue<LoadRun.Reply> waiting = new ArrayDeque<>();
    AtomicInteger most = new AtomicInteger();
    LoadRun.Answers answers =
        LoadRun.of(
            60,
            6,
            LONG,
            (index, reply) ->
                threads.execute(
                    () -> {
                      waiting.add(reply);
                      most.accumulateAndGet(waiting.size(), Math::max);
                      if (waiting.size() == 6) {
                        while (!waiting.isEmpty()) {
                          answer(Runnable::run, waiting.remove());
                        }
                      }
                    }));
    assertEquals(60, answers.count());
    assertEquals(6, most.get());
  }

  @Test
  void shouldFailWhenARequestFails() {
    IOException failed =
        assertThrows(
            IOException.class,
            () ->
                LoadRun.of(
                    10,
                    2,
                    LONG,
                    (index, reply) -> {
                      if (index == 3) {
                        reply.failed(new IOException("refused"));
                      } else {
                        answer(threads, reply);
                      }
                    }));
    assertEquals("a request failed: refused", failed.getMessage());
  }
}
