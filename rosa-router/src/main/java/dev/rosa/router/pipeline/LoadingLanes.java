package dev.rosa.router.pipeline;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lanes in which code is loaded, one for each publisher. The codes of one publisher wait for each
 * other: a code that loads slowly keeps back no other publisher's. A code that several have
 * published takes the shortest of their lanes. Thread-safe; owns its threads.
 */
public final class LoadingLanes implements LoadingOrder, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LoadingLanes.class);

  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DefaultThreadFactory("loading", true));

  /** Waiting loadings by publisher; a lane is there while a thread works for it. */
  private final Map<String, Queue<Runnable>> lanes = new HashMap<>();

  @Override
  public void execute(Collection<String> publishers, Runnable loading) {
    synchronized (lanes) {
      String publisher =
          publishers.stream().min(Comparator.comparingInt(this::length)).orElseThrow();
      Queue<Runnable> waiting = lanes.get(publisher);
      if (waiting != null) {
        waiting.add(loading);
        return;
      }
      threads.execute(() -> work(publisher, loading));
      lanes.put(publisher, new ArrayDeque<>());
    }
  }

  /** A lane without a thread has the length 0. */
  private int length(String publisher) {
    Queue<Runnable> waiting = lanes.get(publisher);
    return waiting == null ? 0 : 1 + waiting.size();
  }

  private void work(String publisher, Runnable first) {
    for (Runnable next = first; next != null; next = next(publisher)) {
      guarded(next);
    }
  }

  /** A lane whose thread ended would never load again. */
  @SuppressWarnings("CatchThrowable")
  private static void guarded(Runnable loading) {
    try {
      loading.run();
    } catch (Throwable e) {
      LOG.error("loading failed: {}", e.getClass().getName());
    }
  }

  private Runnable next(String publisher) {
    synchronized (lanes) {
      Runnable next = lanes.get(publisher).poll();
      if (next == null) {
        lanes.remove(publisher);
      }
      return next;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
