package dev.rosa.client.demo.call;

/**
 * Encoder of 16-bit audio samples to G.711 µ-law, to check the audio that the demo's routers have
 * transcoded. It shares no code with the example application that runs in the routers, so that
 * comparing the two means something.
 */
public final class MuLaw {

  /** Added before the segment is looked for, so that every segment begins at a power of two. */
  private static final int BIAS = 0x84;

  private static final int LOUDEST = 0x7fff - BIAS;
  private static final int SIGN = 0x80;

  /** The position of the leading bit in the lowest of the eight segments. */
  private static final int LOWEST_SEGMENT_BIT = 7;

  private MuLaw() {}

  /** One byte per sample. */
  public static byte[] encode(short[] samples) {
    byte[] encoded = new byte[samples.length];
    for (int i = 0; i < samples.length; i++) {
      encoded[i] = encode(samples[i]);
    }
    return encoded;
  }

  public static byte encode(short sample) {
    int sign = sample < 0 ? SIGN : 0;
    int magnitude = Math.min(Math.abs((int) sample), LOUDEST) + BIAS;
    int leadingBit = 31 - Integer.numberOfLeadingZeros(magnitude);
    int segment = leadingBit - LOWEST_SEGMENT_BIT;
    int step = magnitude >> (segment + 3) & 0x0f;
    // Sent inverted: silence would be all zeros, which old trunks could not stand.
    return (byte) ~(sign | segment << 4 | step);
  }
}
