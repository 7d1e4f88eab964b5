package dev.rosa.examples.bench.kernel;

/** Heap sort of the payload's bytes, as ints. */
public final class SortKernel extends PayloadKernel {

  private final int[] values = new int[2048];

  @Override
  int result(byte[] payload, int length) {
    for (int i = 0; i < length; i++) {
      values[i] = payload[i];
    }
    for (int root = length / 2 - 1; root >= 0; root--) {
      sink(root, length);
    }
    for (int end = length - 1; end > 0; end--) {
      swap(0, end);
      sink(0, end);
    }
    return values[length / 2];
  }

  private void sink(int from, int end) {
    int root = from;
    while (2 * root + 1 < end) {
      int child = 2 * root + 1;
      if (child + 1 < end && values[child] < values[child + 1]) {
        child++;
      }
      if (values[root] >= values[child]) {
        return;
      }
      swap(root, child);
      root = child;
    }
  }

  private void swap(int one, int other) {
    int value = values[one];
    values[one] = values[other];
    values[other] = value;
  }
}
