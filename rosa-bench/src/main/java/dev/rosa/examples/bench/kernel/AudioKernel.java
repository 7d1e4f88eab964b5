package dev.rosa.examples.bench.kernel;

/** Encoding of 16-bit samples as G.711 µ-law, in place. */
public final class AudioKernel extends PayloadKernel {

  private static final int BIAS = 0x84;
  private static final int CLIP = 32_635;

  @Override
  int result(byte[] payload, int length) {
    for (int i = 0; i < length / 2; i++) {
      payload[i] = encode((payload[2 * i] << Byte.SIZE) | (payload[2 * i + 1] & 0xff));
    }
    return payload[length / 4];
  }

  private static byte encode(int sample) {
    int sign = sample < 0 ? 0x80 : 0;
    int magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
    int segment = 24 - Integer.numberOfLeadingZeros(magnitude);
    int step = (magnitude >> (segment + 3)) & 0x0f;
    return (byte) ~(sign | (segment << 4) | step);
  }
}
