package dev.rosa.as.staging;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Task that several threads may want to run, and one runs at a time. A wish during a run leads to
 * one more run, by the same thread. Thread-safe.
 */
final class Repetition implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Repetition.class);

  private final Runnable task;
  private final AtomicInteger wishes = new AtomicInteger();

  Repetition(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    if (wishes.getAndIncrement() > 0) {
      return;
    }
    int granted;
    do {
      granted = wishes.get();
      task.run();
    } while (!wishes.compareAndSet(granted, 0));
  }

  /** Has it run by another thread; does nothing after that one's end. */
  void soon(Executor threads) {
    if (wishes.get() > 1) {
      return;
    }
    try {
      threads.execute(this);
    } catch (RejectedExecutionException e) {
      LOG.debug("the threads have ended", e);
    }
  }
}
