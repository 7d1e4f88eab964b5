package dev.rosa.serving;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Task that a thread of its own repeats, and runs early on a hint. A run that fails is not the last
 * one; the first of several failures in a row is logged. Thread-safe.
 */
public final class RegularTask implements AutoCloseable {

  private static final int MOST_REASON_CHARS = 300;

  private final Logger log;
  private final String complaint;
  private final Runnable task;
  private final ScheduledExecutorService thread;
  private final AtomicBoolean queued = new AtomicBoolean();

  /** The thread's alone. */
  private boolean failing;

  private RegularTask(
      Logger log, String complaint, Runnable task, ScheduledExecutorService thread) {
    this.log = log;
    this.complaint = complaint;
    this.task = task;
    this.thread = thread;
  }

  /**
   * Begins; the first run is after {@code every}.
   *
   * @param name of the thread, a daemon
   * @param log has the line about a failure
   * @param complaint its begin, as in "the log cannot be read"
   */
  public static RegularTask start(
      String name, Duration every, Logger log, String complaint, Runnable task) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(work -> daemon(work, name));
    RegularTask started = new RegularTask(log, complaint, task, thread);
    long millis = every.toMillis();
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(started::run, millis, millis, TimeUnit.MILLISECONDS);
    return started;
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** An executor never repeats a task that has thrown. */
  private void run() {
    try {
      task.run();
      failing = false;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        log.error("{}, repeating: {}", complaint, PeerText.line(e.toString(), MOST_REASON_CHARS));
      }
      failing = true;
    }
  }

  /** Runs it as soon as the run under way has ended; does not wait. */
  public void soon() {
    if (!queued.compareAndSet(false, true)) {
      return;
    }
    try {
      thread.execute(
          () -> {
            // Before the run: a hint during it leads to another.
            queued.set(false);
            run();
          });
    } catch (RejectedExecutionException e) {
      log.debug("the thread has ended", e);
    }
  }

  /** Begins no further run, and does not wait for the one under way. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /** The same, and waits for the run under way, for some time. */
  public void close(Duration most) {
    close();
    try {
      boolean unused = thread.awaitTermination(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
