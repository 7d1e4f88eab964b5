package dev.rosa.bench.path;

import java.util.Optional;

/**
 * What one run of traffic showed.
 *
 * @param seconds length of the window that rates are taken from
 * @param sentPerSecond frames that left the sender
 * @param deliveredPerSecond frames that came in at dst's link
 * @param sent in the whole run
 * @param delivered in the whole run, those included that came after the sending had ended
 * @param processNanos CPU time of the process that is measured, for each packet delivered
 * @param softirqNanos likewise of the kernel's work on that process's core
 * @param busyShare of that core's time in the window, 0–1
 * @param latency of paced runs
 */
record Reading(
    double seconds,
    double sentPerSecond,
    double deliveredPerSecond,
    long sent,
    long delivered,
    double processNanos,
    double softirqNanos,
    double busyShare,
    Optional<Latency> latency) {

  /** Below this share of loss nothing but the sender can have been the limit. */
  private static final double SENDER_LIMITED = 1.05;

  /** CPU time a packet. */
  double cpuNanos() {
    return processNanos + softirqNanos;
  }

  /** Whether all that could be sent came through, so that more might have. */
  boolean isSenderLimited() {
    return sentPerSecond <= SENDER_LIMITED * deliveredPerSecond;
  }
}
