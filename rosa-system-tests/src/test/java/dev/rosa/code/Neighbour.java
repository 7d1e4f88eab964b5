package dev.rosa.code;

import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.metering.MeteredThread;
import java.util.Arrays;
import java.util.concurrent.FutureTask;

/**
 * Another code, on a worker of its own, whose packets are timed while something goes on beside it.
 * Each packet has the same answer. One thread's, beside the worker.
 */
final class Neighbour {

  private static final byte[] PAYLOAD = {1, 2, 3, 4};
  private static final int WARM_UP = 20_000;

  /** Processor time of the last packets of one stretch of time. */
  private static final class Times {

    private static final int MOST = 1 << 17;

    private final long[] nanos = new long[MOST];
    private int packets;

    void add(long time) {
      nanos[packets++ % MOST] = time;
    }

    long p99() {
      int count = Math.min(packets, MOST);
      Arrays.sort(nanos, 0, count);
      return nanos[count * 99 / 100];
    }
  }

  private final FutureTask<Void> ready = new FutureTask<>(this::begin);
  private final FutureTask<Void> packets = new FutureTask<>(this::process);
  private MeteredProgram program;
  private Outcome answer;
  private volatile Times wanted = new Times();
  private volatile Times used;
  private volatile boolean ends;

  /** Starts the worker, and waits until its code is warm. */
  Neighbour() throws Exception {
    new MeteredThread(packets, "neighbour").start();
    ready.get();
  }

  /** The 99th percentile of processor time for a packet, while the work is done here. */
  long p99Beside(Runnable work) {
    Times during = take(new Times());
    work.run();
    take(new Times());
    return during.p99();
  }

  /** Waits until the worker has taken them, so that the earlier ones are this thread's. */
  private Times take(Times times) {
    wanted = times;
    while (used != times && !packets.isDone()) {
      Thread.onSpinWait();
    }
    return times;
  }

  /**
   * Ends the worker.
   *
   * @throws Exception if a packet had another answer
   */
  void end() throws Exception {
    ends = true;
    packets.get();
  }

  private Void begin() {
    program = Loading.of(ProgramWriter.bundle(7, ProgramWriter.Style.RICH).jar());
    answer = run();
    for (int i = 0; i < WARM_UP; i++) {
      run();
    }
    return null;
  }

  private Outcome run() {
    return program.run(PAYLOAD, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
  }

  private Void process() {
    ready.run();
    while (!ends) {
      Times now = wanted;
      used = now;
      long start = Cpu.nanos();
      Outcome outcome = run();
      now.add(Cpu.nanos() - start);
      if (!outcome.equals(answer)) {
        throw new AssertionError("the neighbour's answer is " + outcome + ", not " + answer);
      }
    }
    return null;
  }
}
