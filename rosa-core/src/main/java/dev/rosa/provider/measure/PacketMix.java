package dev.rosa.provider.measure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Workload that crypto engines are measured with: every payload size in every batch size.
 *
 * @param sizes payload bytes
 * @param batches packets in one call
 */
public record PacketMix(List<Integer> sizes, List<Integer> batches) {

  /** The packets that a router takes at a time unless it is told otherwise. */
  public static final int USUAL_BATCH = 64;

  public PacketMix {
    sizes = List.copyOf(sizes);
    batches = List.copyOf(batches);
  }

  /** The usual batch, and one of the operator's own. */
  public static PacketMix of(List<Integer> sizes, int batch) {
    return new PacketMix(sizes, Stream.of(USUAL_BATCH, batch).distinct().toList());
  }

  /** One size, one batch. */
  public static PacketMix only(int bytes, int batch) {
    return new PacketMix(List.of(bytes), List.of(batch));
  }

  @Override
  public String toString() {
    return "payloads of " + words(sizes) + " bytes, batches of " + words(batches);
  }

  private static String words(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
