package dev.rosa.bench.code;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measurement of two contenders in turn, by the thread's processor time. The lower quartile of the
 * rounds counts: what disturbs a round makes it longer. One thread's.
 */
final class Duel {

  /**
   * Nanoseconds for a packet.
   *
   * @param metered with metering
   * @param plain without
   * @param bytes that a packet allocates with metering
   */
  record Reading(double metered, double plain, double bytes) {
    double ratio() {
      return metered / plain;
    }
  }

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int LEAST_TIMES = 16;
  private static final long WARM_UP_NANOS = 600_000_000L;

  private final int rounds;
  private final long batchNanos;

  Duel(int rounds, long batchNanos) {
    this.rounds = rounds;
    this.batchNanos = batchNanos;
  }

  Reading run(Contender metered, Contender plain) {
    int times = Math.min(warmUp(metered), warmUp(plain));
    double[] withMetering = new double[rounds];
    double[] without = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      boolean first = i % 2 == 0;
      withMetering[i] = first ? nanos(metered, times) : 0;
      without[i] = nanos(plain, times);
      withMetering[i] = first ? withMetering[i] : nanos(metered, times);
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    metered.run(times);
    double bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / times;
    return new Reading(quartile(withMetering) / times, quartile(without) / times, bytes);
  }

  /** Runs it until it is compiled; returns the times that fill a batch. */
  private int warmUp(Contender contender) {
    int times = LEAST_TIMES;
    long spent = 0;
    long last = 0;
    while (spent < WARM_UP_NANOS || last < batchNanos / 2) {
      last = nanos(contender, times);
      spent += last;
      times = last < batchNanos ? times * 2 : times;
    }
    return times;
  }

  private static long nanos(Contender contender, int times) {
    long start = THREADS.getCurrentThreadCpuTime();
    contender.run(times);
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  private static double quartile(double[] values) {
    Arrays.sort(values);
    return values[values.length / 4];
  }
}
