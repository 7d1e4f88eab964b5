package dev.rosa.bench.authorization;

import java.io.IOException;

/**
 * Warm-up of a server: steps of load until the processor time of an answer hardly falls any more. A
 * JVM that still compiles would be measured as slower than it is. Stateless.
 */
final class WarmUp {

  /** Most steps of one server. */
  static final int MOST_STEPS = 8;

  /** Share of the last step's processor time that another one has to get below. */
  private static final double STEADY = 0.95;

  private WarmUp() {}

  /** Load for some seconds. */
  interface Step {
    ServerProcess.Reading run() throws IOException, InterruptedException;
  }

  /** Takes two steps at least; returns their number. */
  static int of(Step step) throws IOException, InterruptedException {
    double before = step.run().cpuMillis();
    for (int taken = 2; taken <= MOST_STEPS; taken++) {
      double now = step.run().cpuMillis();
      if (now >= STEADY * before) {
        return taken;
      }
      before = now;
    }
    return MOST_STEPS;
  }
}
