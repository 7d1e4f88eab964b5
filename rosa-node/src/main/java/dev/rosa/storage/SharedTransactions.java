package dev.rosa.storage;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;

/**
 * Group commit: transactions that several callers share, each with one write to the disk. Each
 * caller has a savepoint: what one of them throws undoes its own statements only. While a
 * transaction is committed, the next callers gather. Owns two threads: one works, one answers.
 * Thread-safe.
 */
final class SharedTransactions implements AutoCloseable {

  /**
   * Callers in one transaction: more would let the first of them wait longer than the disk does.
   */
  private static final int MOST_TOGETHER = 128;

  private static final int MOST_WAITING = 4096;
  private static final String SAVEPOINT = "caller";
  private static final String CLOSED = "is closed";
  private static final int GRACE_SECONDS = 10;

  private final Transactions transactions;
  private final UnaryOperator<RuntimeException> failures;
  private final BlockingQueue<Work<?>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("storage", true));
  private final ExecutorService answers =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("storage-answers", true));
  private volatile boolean closed;

  /** Runner of one durable transaction. */
  interface Transactions {
    void run(HandleConsumer<RuntimeException> work);
  }

  /**
   * Starts its threads.
   *
   * @param transactions of the database
   * @param failures names an outage of the database as such
   */
  SharedTransactions(Transactions transactions, UnaryOperator<RuntimeException> failures) {
    this.transactions = transactions;
    this.failures = failures;
    worker.execute(this::run);
  }

  /** Work of one caller and its answer. */
  private static final class Work<R> {
    private final HandleCallback<R, ? extends Exception> statements;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private R result;
    private Throwable failure;

    Work(HandleCallback<R, ? extends Exception> statements) {
      this.statements = statements;
    }

    void runIn(Handle handle) {
      handle.savepoint(SAVEPOINT);
      try {
        result = statements.withHandle(handle);
        handle.releaseSavepoint(SAVEPOINT);
      } catch (Exception | Error e) {
        failure = e;
        undo(handle, e);
      }
    }

    /** An outage may have undone the whole transaction: then nothing of it can be committed. */
    private static void undo(Handle handle, Throwable failure) {
      try {
        handle.rollbackToSavepoint(SAVEPOINT);
      } catch (RuntimeException e) {
        throw failure instanceof RuntimeException first ? first : e;
      }
    }

    void failIfDone(Throwable ofAll) {
      failure = failure == null ? ofAll : failure;
    }

    void refuse(String reason) {
      answer.completeExceptionally(new StorageException("the storage " + reason, null));
    }

    void tell(UnaryOperator<RuntimeException> failures) {
      if (failure == null) {
        answer.complete(result);
      } else {
        boolean mayBeOutage = failure instanceof RuntimeException;
        answer.completeExceptionally(
            mayBeOutage ? failures.apply((RuntimeException) failure) : failure);
      }
    }
  }

  /** Takes work; its answer comes when it is durable, on a thread of this class. */
  <R> CompletionStage<R> submit(HandleCallback<R, ? extends Exception> statements) {
    Work<R> work = new Work<>(statements);
    if (!waiting.offer(work)) {
      work.refuse("has " + MOST_WAITING + " requests waiting");
    } else if (closed && waiting.remove(work)) {
      work.refuse(CLOSED);
    }
    return work.answer;
  }

  private void run() {
    while (!closed || !waiting.isEmpty()) {
      commit(gathered());
    }
  }

  private List<Work<?>> gathered() {
    List<Work<?>> together = new ArrayList<>();
    try {
      together.add(waiting.take());
      waiting.drainTo(together, MOST_TOGETHER - 1);
    } catch (InterruptedException e) {
      closed = true;
    }
    return together;
  }

  private void commit(List<Work<?>> together) {
    try {
      transactions.run(handle -> together.forEach(work -> work.runIn(handle)));
    } catch (RuntimeException | Error e) {
      together.forEach(work -> work.failIfDone(e));
    }
    answers.execute(() -> together.forEach(work -> work.tell(failures)));
  }

  /** Commits what waits, answers, and ends its threads. */
  @Override
  public void close() {
    closed = true;
    // Wakes the worker. If there is no place for this, others have woken it.
    boolean unused = waiting.offer(new Work<>(handle -> null));
    end(worker);
    end(answers);
    waiting.forEach(work -> work.refuse(CLOSED));
  }

  private static void end(ExecutorService threads) {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
