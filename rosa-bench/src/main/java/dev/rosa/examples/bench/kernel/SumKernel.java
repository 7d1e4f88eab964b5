package dev.rosa.examples.bench.kernel;

/** Sum of all bytes: the simplest loop. */
public final class SumKernel extends PayloadKernel {

  @Override
  int result(byte[] payload, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += payload[i] & 0xff;
    }
    return sum;
  }
}
