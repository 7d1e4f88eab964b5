package dev.rosa.bench.path.traffic;

import java.util.Optional;

/**
 * Result of one run of traffic: rates, counts, processor time and latency.
 *
 * @param seconds length of the window that rates are taken from
 * @param sentPerSecond frames that left the sender
 * @param deliveredPerSecond frames that came in at dst's link
 * @param sent in the whole run
 * @param delivered in the whole run, those included that came after the sending had ended
 * @param cpuNanos time that the measured core was busy, for each packet delivered: its process, and
 *     the kernel's work for it
 * @param softirqNanos of it, in softirqs
 * @param processNanos CPU time of the process, as the kernel has it: a kernel without {@code
 *     CONFIG_IRQ_TIME_ACCOUNTING} counts softirqs that interrupted a process as the process's, too,
 *     so the two must not be added
 * @param busyShare of the core's time in the window, 0–1
 * @param latency of paced runs
 */
public record TrafficReading(
    double seconds,
    double sentPerSecond,
    double deliveredPerSecond,
    long sent,
    long delivered,
    double cpuNanos,
    double softirqNanos,
    double processNanos,
    double busyShare,
    Optional<Latency> latency) {

  /** Below this share of loss nothing but the sender can have been the limit. */
  private static final double SENDER_LIMITED = 1.05;

  /** Above what ticks of a hundredth of a second may be wrong by. */
  private static final double DISTURBED = 1.1;

  /** True if the core was busy with more than the process and the kernel's work for it. */
  public boolean isDisturbed() {
    return processNanos > 0 && cpuNanos > DISTURBED * (processNanos + softirqNanos);
  }

  /** True if all sent packets came through, so that more might have. */
  public boolean isSenderLimited() {
    return sentPerSecond <= SENDER_LIMITED * deliveredPerSecond;
  }
}
