package dev.rosa.bench.authorization;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Run that keeps a number of requests under way: each answer lets the next one go. It ends after a
 * time, or with the last request. Thread-safe.
 */
final class LoadRun {

  /** Sender of requests, of any protocol. */
  interface Sender {
    /** Sends a request, and tells the reply when its answer is there. */
    void send(int index, Reply reply);
  }

  /** Result of a run. Immutable. */
  static final class Answers {
    private final long[] nanos;
    private final double seconds;

    /**
     * A result.
     *
     * @param nanos times of the answers, ascending
     * @param seconds of the run
     */
    private Answers(long[] nanos, double seconds) {
      this.nanos = nanos;
      this.seconds = seconds;
    }

    int count() {
      return nanos.length;
    }

    /** Answers in a second. */
    double rate() {
      return nanos.length / seconds;
    }

    /** Milliseconds that a share of the answers, 0–1, took at most. */
    double millis(double share) {
      return nanos[(int) Math.min(nanos.length - 1L, (long) (share * nanos.length))] / 1e6;
    }
  }

  private final Sender sender;
  private final long[] nanos;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CountDownLatch ended;
  private final long began = System.nanoTime();
  private final long end;

  private LoadRun(int requests, int callers, double seconds, Sender sender) {
    this.sender = sender;
    this.nanos = new long[requests];
    this.ended = new CountDownLatch(callers);
    this.end = began + (long) (seconds * 1e9);
  }

  /**
   * Sends requests for a time.
   *
   * @param requests the run ends when they are used up
   * @param callers requests at a time
   * @throws IOException if one is refused, or there is no answer
   */
  static Answers of(int requests, int callers, double seconds, Sender sender)
      throws IOException, InterruptedException {
    LoadRun run = new LoadRun(requests, callers, seconds, sender);
    for (int i = 0; i < callers; i++) {
      run.next();
    }
    run.ended.await();
    return run.answers();
  }

  private void next() {
    int index = sent.getAndIncrement();
    long now = System.nanoTime();
    if (index >= nanos.length || now - end >= 0 || failure.get() != null) {
      ended.countDown();
      return;
    }
    sender.send(index, new Reply(this, now));
  }

  private Answers answers() throws IOException {
    double seconds = (System.nanoTime() - began) / 1e9;
    if (failure.get() != null) {
      throw new IOException("a request failed: " + failure.get().getMessage(), failure.get());
    }
    if (answered.get() == 0) {
      throw new IOException("there was no answer in time");
    }
    long[] all = Arrays.copyOf(nanos, answered.get());
    Arrays.sort(all);
    return new Answers(all, seconds);
  }

  /**
   * Receiver of one answer, or of a failure.
   *
   * @param began nanoseconds of the sending
   */
  record Reply(LoadRun run, long began) {

    /** Notes the answer's time. */
    void answered() {
      run.nanos[run.answered.getAndIncrement()] = System.nanoTime() - began;
    }

    /** Lets the next request go. */
    void completed() {
      run.next();
    }

    /** Ends the run with a failure. */
    void failed(Throwable failure) {
      run.failure.compareAndSet(null, failure);
      run.ended.countDown();
    }
  }
}
