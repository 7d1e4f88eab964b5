package dev.rosa.router.pipeline;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Meter of the latency, from arrival to leaving, of packets whose code was run. Written by one
 * worker without allocating, read by any thread.
 */
public final class LatencyMeter {

  /**
   * Latencies measured so far, in microseconds; 0 where nothing was.
   *
   * @param count packets
   * @param firstMicros the very first packet, fetches of code and secret included
   * @param medianMicros half of the packets were faster
   * @param p99Micros 99 % were faster
   */
  public record Summary(long count, double firstMicros, double medianMicros, double p99Micros) {}

  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final double NANOS_PER_MICRO = 1_000.0;

  private final SingleWriterRecorder recorder = new SingleWriterRecorder(LONGEST_NANOS, 3);
  private final Histogram all = new Histogram(LONGEST_NANOS, 3);
  private volatile long firstNanos;

  void record(long nanos) {
    long within = Math.max(1, Math.min(nanos, LONGEST_NANOS));
    if (firstNanos == 0) {
      firstNanos = within;
    }
    recorder.recordValue(within);
  }

  /** Latencies measured so far. */
  public Summary summary() {
    return summary(List.of(this));
  }

  /**
   * Latencies that several have measured so far; the first packet is that of the first that had
   * one.
   */
  public static Summary summary(List<LatencyMeter> meters) {
    Histogram sum = new Histogram(LONGEST_NANOS, 3);
    long first = 0;
    for (LatencyMeter meter : meters) {
      meter.addTo(sum);
      first = first == 0 ? meter.firstNanos : first;
    }
    return new Summary(
        sum.getTotalCount(),
        first / NANOS_PER_MICRO,
        sum.getValueAtPercentile(50) / NANOS_PER_MICRO,
        sum.getValueAtPercentile(99) / NANOS_PER_MICRO);
  }

  private synchronized void addTo(Histogram sum) {
    all.add(recorder.getIntervalHistogram());
    sum.add(all);
  }
}
