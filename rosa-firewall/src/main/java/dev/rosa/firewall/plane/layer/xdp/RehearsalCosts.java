package dev.rosa.firewall.plane.layer.xdp;

/**
 * Result of a rehearsal: nanoseconds that a batch of packets took at the least. Immutable.
 *
 * @param droppedBehind dropped by the enforcement behind
 * @param acceptedBehind accepted by it
 * @param droppedInFront dropped by the front
 * @param acceptedInFront accepted by the front, then by the enforcement behind
 */
record RehearsalCosts(
    long droppedBehind, long acceptedBehind, long droppedInFront, long acceptedInFront) {

  /** A front is worth it from this share of the cost on. */
  private static final double CHEAPER = 0.9;

  /** What a rehearsal cannot tell from the same cost. */
  private static final double SAME = 1.03;

  /** True if the front makes dropped packets cheaper, and accepted ones no dearer. */
  boolean isCheaper() {
    return dropped() <= CHEAPER && accepted() <= SAME;
  }

  private double dropped() {
    return (double) droppedInFront / droppedBehind;
  }

  private double accepted() {
    return (double) acceptedInFront / acceptedBehind;
  }

  /** The figures for an operator. */
  String text() {
    return "a rehearsal took %.2f × the time for dropped packets and %.2f × for accepted ones"
        .formatted(dropped(), accepted());
  }
}
