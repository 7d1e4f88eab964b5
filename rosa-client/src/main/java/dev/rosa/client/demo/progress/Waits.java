package dev.rosa.client.demo.progress;

import dev.rosa.client.endpoint.CallFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Wait loop of the demo and the lab, which ends when its condition holds or a node has ended,
 * however slow the machine is. Every 10 s a line says what is awaited, for how long already, and
 * how busy the machine is. One thread.
 */
public final class Waits {

  /** The longest wait for what is no process, such as a packet: a busy machine needs far less. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 25;
  private static final long ASK_AGAIN_MILLIS = 100;

  private final ProgressLog progressLog;
  private final Nodes nodes;
  private final Machine machine;

  /**
   * The waits of one network.
   *
   * @param nodes asked again and again while a wait lasts
   */
  public Waits(ProgressLog progressLog, Nodes nodes, Machine machine) {
    this.progressLog = progressLog;
    this.nodes = nodes;
    this.machine = machine;
  }

  /** The processes that the awaited comes from. */
  @FunctionalInterface
  public interface Nodes {
    /** Complains about the first that has ended. */
    void checkAlive() throws DemoException;
  }

  /** An awaited event; asking for it may block for a second or two. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws DemoException, IOException, InterruptedException;
  }

  /** A question to a node of the control plane; asked on a thread of its own. */
  @FunctionalInterface
  public interface Call<T> {
    T run() throws CallFailedException;
  }

  /** Waits for what a node does by itself, as long as all nodes live. */
  public void until(String awaited, Condition condition)
      throws DemoException, InterruptedException {
    boolean unused = holdsWithin(Duration.ofNanos(Long.MAX_VALUE), awaited, condition);
  }

  /**
   * Waits for what may never come, such as a packet; false if it has not after {@link #LONGEST}.
   */
  public boolean comes(String awaited, Condition condition)
      throws DemoException, InterruptedException {
    return holdsWithin(LONGEST, awaited, condition);
  }

  private boolean holdsWithin(Duration most, String awaited, Condition condition)
      throws DemoException, InterruptedException {
    long beganNanos = machine.nanos();
    Duration said = Duration.ZERO;
    while (!holds(condition)) {
      nodes.checkAlive();
      Duration waited = Duration.ofNanos(machine.nanos() - beganNanos);
      if (waited.compareTo(most) > 0) {
        return false;
      }
      if (waited.minus(said).compareTo(BETWEEN_LINES) >= 0) {
        said = waited;
        progressLog.line("waiting for %s, %d s, %s", awaited, waited.toSeconds(), machine.load());
      }
      machine.sleep(POLL_MILLIS);
    }
    return true;
  }

  private static boolean holds(Condition condition) throws DemoException, InterruptedException {
    try {
      return condition.holds();
    } catch (IOException e) {
      throw DemoException.ofMachine(e);
    }
  }

  /**
   * A node's answer. The node is asked again until it gives one.
   *
   * @throws CallFailedException if it refused
   */
  public <T> T answer(String awaited, Call<T> call)
      throws CallFailedException, DemoException, InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread asking = new Thread(() -> ask(call, answer), "asking");
    asking.setDaemon(true);
    asking.start();
    try {
      if (!comes(awaited, answer::isDone)) {
        throw new DemoException(awaited + " did not come within " + LONGEST.toMinutes() + " min");
      }
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CallFailedException refusal) {
        throw refusal;
      }
      throw new IllegalStateException("a call failed that waited for " + awaited, e.getCause());
    } finally {
      asking.interrupt();
    }
  }

  private static <T> void ask(Call<T> call, CompletableFuture<T> answer) {
    try {
      while (!answer.isDone()) {
        askOnce(call, answer);
        TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private static <T> void askOnce(Call<T> call, CompletableFuture<T> answer) {
    try {
      answer.complete(call.run());
    } catch (CallFailedException e) {
      if (e.isRefusal()) {
        answer.completeExceptionally(e);
      }
    }
  }
}
