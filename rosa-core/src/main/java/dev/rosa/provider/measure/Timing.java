package dev.rosa.provider.measure;

/**
 * Result of a measurement of one engine: its time per packet. It is a mean of medians, over several
 * sizes and batches.
 *
 * @param sealNanos to encrypt, where the suite does, and to tag
 * @param verifyNanos to verify and, where the suite encrypts, to decrypt
 */
public record Timing(double sealNanos, double verifyNanos) {

  /** For both: by this the fastest is chosen. */
  public double bothNanos() {
    return sealNanos + verifyNanos;
  }
}
