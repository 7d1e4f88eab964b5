package dev.rosa.bench.path.traffic;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Percentiles of the time from the sender's call to the packet at dst's link, in microseconds.
 *
 * @param p50 the median
 * @param p99 of a hundred packets, one takes longer
 * @param p999 of a thousand
 * @param packets that it was taken from
 */
public record Latency(double p50, double p99, double p999, int packets) {

  private static final double NANOS = 1_000.0;

  /**
   * Reads what {@code path_traffic} wrote.
   *
   * @param ordered whether packets were known by their order only, which says nothing once one is
   *     lost
   */
  static Optional<Latency> read(Path file, boolean ordered) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    long[] all = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(all);
    return of(all, ordered);
  }

  /** Of nanoseconds; 0 stands for a packet that never came. */
  public static Optional<Latency> of(long[] all, boolean ordered) {
    long[] came = Arrays.stream(all).filter(nanos -> nanos > 0).sorted().toArray();
    if (came.length == 0 || (ordered && came.length < all.length)) {
      return Optional.empty();
    }
    return Optional.of(new Latency(at(came, 0.5), at(came, 0.99), at(came, 0.999), came.length));
  }

  private static double at(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, index))] / NANOS;
  }
}
