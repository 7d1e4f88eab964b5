package dev.rosa.router.pipeline;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group of threads that load fetched code at a router, one for each publisher ({@link
 * LoadingOrder}). The codes of one publisher wait for each other: a code that loads slowly keeps
 * back no other publisher's. A code that several have published waits in all of their lanes, and is
 * loaded in the first that comes to it. Thread-safe; owns its threads.
 */
public final class LoadingLanes implements LoadingOrder, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LoadingLanes.class);

  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DefaultThreadFactory("loading", true));

  /** Waiting loadings by publisher; a lane is there while a thread works for it. */
  private final Map<String, Queue<Loading>> lanes = new HashMap<>();

  /** One loading, in one lane or several; guarded by the monitor of the lanes. */
  private static final class Loading {

    private final Runnable task;
    private boolean begun;

    Loading(Runnable task) {
      this.task = task;
    }
  }

  @Override
  public void execute(Collection<String> publishers, Runnable loading) {
    synchronized (lanes) {
      Optional<String> free =
          publishers.stream().filter(publisher -> !lanes.containsKey(publisher)).findFirst();
      if (free.isPresent()) {
        threads.execute(() -> work(free.get(), loading));
        lanes.put(free.get(), new ArrayDeque<>());
      } else {
        Loading waiting = new Loading(loading);
        publishers.forEach(publisher -> lanes.get(publisher).add(waiting));
      }
    }
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
      Queue<Loading> waiting = lanes.get(publisher);
      Loading next = waiting.poll();
      while (next != null && next.begun) {
        next = waiting.poll();
      }
      if (next == null) {
        lanes.remove(publisher);
        return null;
      }
      next.begun = true;
      return next.task;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
