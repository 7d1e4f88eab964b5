package dev.rosa.code;

import dev.rosa.code.MeteredProgram.Outcome;
import dev.rosa.metering.MeteredThread;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Another code, on a worker of its own, whose packets are timed while something goes on beside it.
 * Each packet has the same answer.
 */
final class Neighbour {

  private static final byte[] PAYLOAD = {1, 2, 3, 4};
  private static final int MOST_TIMES = 1 << 18;
  private static final int WARM_UP = 3_000;

  private final MeteredProgram program;
  private final Outcome answer;
  private final long[] nanos = new long[MOST_TIMES];
  private int packets;
  private volatile boolean ends;

  private Neighbour() {
    program = Loading.of(ProgramWriter.bundle(7, ProgramWriter.Style.RICH).jar());
    answer = run();
    for (int i = 0; i < WARM_UP; i++) {
      run();
    }
  }

  /** The 99th percentile of processor time for a packet, while the work is done elsewhere. */
  static long p99Beside(Callable<?> work) throws Exception {
    Neighbour[] neighbour = new Neighbour[1];
    FutureTask<Void> ready =
        new FutureTask<>(
            () -> {
              neighbour[0] = new Neighbour();
              return null;
            });
    FutureTask<Void> packets =
        new FutureTask<>(
            () -> {
              ready.run();
              neighbour[0].process();
              return null;
            });
    new MeteredThread(packets, "neighbour").start();
    ready.get();
    try {
      work.call();
    } finally {
      neighbour[0].ends = true;
    }
    return neighbour[0].p99(packets);
  }

  private Outcome run() {
    return program.run(PAYLOAD, MeteredProgram.MUCH_FUEL, MeteredProgram.MUCH_MEMORY);
  }

  private void process() {
    while (!ends) {
      long start = Cpu.nanos();
      Outcome outcome = run();
      nanos[packets++ % MOST_TIMES] = Cpu.nanos() - start;
      if (!outcome.equals(answer)) {
        throw new AssertionError("the neighbour's answer is " + outcome + ", not " + answer);
      }
    }
  }

  private long p99(Future<?> process) throws Exception {
    process.get();
    long[] all = Arrays.copyOf(nanos, Math.min(packets, MOST_TIMES));
    Arrays.sort(all);
    return all[all.length * 99 / 100];
  }
}
