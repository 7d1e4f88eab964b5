package dev.rosa.examples.transcoder;

/** Encoder of G.711 µ-law: one byte for a sample of 16 bits (ITU-T G.711, table 2). */
public final class MuLaw {

  /** Added before the segment is looked for, so that the steps meet at powers of two. */
  private static final int BIAS = 0x84;

  /** The largest magnitude that the code can express. */
  private static final int CLIP = 32_635;

  private MuLaw() {}

  /**
   * The code of a sample: sign, three bits of segment, four of step, all inverted.
   *
   * @param sample −32,768 to 32,767
   */
  public static byte encode(int sample) {
    int sign = sample < 0 ? 0x80 : 0;
    int magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
    int segment = 24 - Integer.numberOfLeadingZeros(magnitude);
    int step = (magnitude >> (segment + 3)) & 0x0f;
    return (byte) ~(sign | (segment << 4) | step);
  }
}
