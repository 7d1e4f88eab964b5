package dev.rosa.bench.proxy.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Counts of a proxy at a moment, of its status page.
 *
 * @param packets that came to its workers
 * @param seenBytes of TCP in them
 * @param allocatedBytes on the heap, by its workers; empty if its JVM does not count them
 */
public record RosaCounts(long packets, long seenBytes, OptionalLong allocatedBytes) {

  /** Those of a status page. */
  public static RosaCounts of(JsonNode status) {
    JsonNode bytes = status.path("bytes");
    JsonNode allocated = status.path("allocatedBytes");
    return new RosaCounts(
        bytes.path("packetsSeen").asLong(),
        bytes.path("seen").asLong(),
        allocated.isIntegralNumber() ? OptionalLong.of(allocated.asLong()) : OptionalLong.empty());
  }

  /** Bytes seen since an earlier moment, of so many that passed. */
  public double seenShare(RosaCounts before, long bytes) {
    return (double) (seenBytes - before.seenBytes) / bytes;
  }

  /** Packets since an earlier moment for each of some requests. */
  public double packetsEach(RosaCounts before, long requests) {
    return (double) (packets - before.packets) / requests;
  }

  /** Bytes on the heap for each packet since an earlier moment; empty if unknown. */
  public OptionalDouble allocatedEach(RosaCounts before) {
    long count = packets - before.packets;
    return count > 0 && allocatedBytes.isPresent() && before.allocatedBytes.isPresent()
        ? OptionalDouble.of(
            (double) (allocatedBytes.getAsLong() - before.allocatedBytes.getAsLong()) / count)
        : OptionalDouble.empty();
  }
}
