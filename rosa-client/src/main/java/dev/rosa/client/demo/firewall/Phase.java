package dev.rosa.client.demo.firewall;

import java.time.Duration;

/**
 * Measurement of the web service over some seconds. Immutable.
 *
 * @param length time that was measured
 * @param cpu CPU time of the service
 * @param honestServed orders of honest clients that were served
 * @param maliciousSeen malicious orders that the service has read
 */
record Phase(Duration length, Duration cpu, long honestServed, long maliciousSeen) {

  private static final double NANOS = 1e9;

  /** Share of one core that the service took. */
  double cpuShare() {
    return cpu.toNanos() / (double) length.toNanos();
  }

  /** Honest orders in a second. */
  double honestPerSecond() {
    return honestServed / seconds();
  }

  /** Malicious orders in a second that the service has read. */
  double maliciousPerSecond() {
    return maliciousSeen / seconds();
  }

  private double seconds() {
    return length.toNanos() / NANOS;
  }
}
