package dev.rosa.router.catalogue;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Thread on which a router's link to Code Servers runs its tasks. A task that fails is told to the
 * link, and later tasks run all the same; one that fails by an error of the JVM goes to the
 * thread's handler of uncaught errors.
 */
final class LinkThread implements AutoCloseable {

  /** Receiver of what a task has thrown, on the thread itself. */
  interface Failure {
    /** A task has failed. */
    void failed(Throwable error);
  }

  private final ScheduledExecutorService thread;
  private final Failure failure;

  /** A thread that tells {@code failure}, on itself, what a task has thrown. */
  LinkThread(Failure failure) {
    this(new DefaultThreadFactory("code-server", true), failure);
  }

  LinkThread(ThreadFactory factory, Failure failure) {
    this.thread = Executors.newSingleThreadScheduledExecutor(factory);
    this.failure = failure;
  }

  /** Runs a task soon; a closed thread runs none. */
  void run(Runnable task) {
    after(0, task);
  }

  /** Runs a task after a delay; a closed thread runs none. */
  void after(long millis, Runnable task) {
    try {
      ScheduledFuture<?> unused =
          thread.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed while an answer was on its way.
    }
  }

  /** Runs a task regularly, also after one that failed. */
  void every(long millis, Runnable task) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(() -> guarded(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** An executor keeps what a task throws in its future, where no handler sees it. */
  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (VirtualMachineError e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    } catch (RuntimeException | Error e) {
      failure.failed(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
