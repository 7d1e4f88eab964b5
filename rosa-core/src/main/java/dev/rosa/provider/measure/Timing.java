package dev.rosa.provider.measure;

/**
 * Time of an engine per packet: medians, the mean of them over several sizes and batches.
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
