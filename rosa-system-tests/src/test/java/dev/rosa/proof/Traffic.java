package dev.rosa.proof;

import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Packets of many sessions and suites, side by side in memory of every kind, at odd places and with
 * noise between them. It can be put into the state before sealing, and after it; and every byte of
 * it is known in either. Owned by one thread.
 */
final class Traffic {

  private final List<ByteBuffer> memories;
  private final List<TestPacket> specimens;
  private final List<byte[]> plain;
  private final Map<Suite, List<TestPacket>> bySuite = new EnumMap<>(Suite.class);

  /** The memories as they are now are what there is before sealing. */
  Traffic(List<ByteBuffer> memories, List<TestPacket> specimens) {
    this.memories = memories;
    this.specimens = specimens;
    this.plain = memories.stream().map(Traffic::bytes).toList();
    for (TestPacket specimen : specimens) {
      bySuite
          .computeIfAbsent(specimen.session().suite(), absent -> new ArrayList<>())
          .add(specimen);
    }
  }

  Set<Suite> suites() {
    return bySuite.keySet();
  }

  List<TestPacket> of(Suite suite) {
    return bySuite.getOrDefault(suite, List.of());
  }

  int longestPayload() {
    return specimens.stream().mapToInt(specimen -> specimen.clear().length).max().orElse(0);
  }

  /** Headers and nonces are there, payloads in clear, and noise where tags will be. */
  void loadPlain() {
    for (int i = 0; i < memories.size(); i++) {
      memories.get(i).put(0, plain.get(i));
    }
  }

  /** Sealed as by their Sources; nothing has happened to them yet. */
  void loadSealed() {
    loadPlain();
    for (TestPacket specimen : specimens) {
      putSealed(specimen);
    }
  }

  /** Sealed, and everything has happened to them. */
  void loadArrived() {
    loadSealed();
    applyFates();
  }

  /** Does to the packets that are there, sealed by whomever, what happens to them on their way. */
  void applyFates() {
    for (TestPacket specimen : specimens) {
      TestPacket.Fate fate = specimen.fate();
      ByteBuffer memory = specimen.packet().memory();
      for (int i = 0; i < fate.change().length; i++) {
        memory.put(fate.at() + i, (byte) (memory.get(fate.at() + i) ^ fate.change()[i]));
      }
    }
  }

  private static void putSealed(TestPacket specimen) {
    specimen.packet().memory().put(specimen.packet().payloadOffset(), specimen.sealed());
  }

  /** Current content of all memories. */
  List<byte[]> image() {
    return memories.stream().map(Traffic::bytes).toList();
  }

  /**
   * Asserts that the packets of these suites were sealed, and that no other byte has changed since
   * {@link #loadPlain}.
   */
  void requireSealed(Set<Suite> suites, String by) {
    List<byte[]> found = image();
    loadPlain();
    suites.forEach(suite -> of(suite).forEach(Traffic::putSealed));
    requireSame(image(), found, by + " sealed");
  }

  /** Asserts that no byte differs, else names the packet that it belongs to. */
  void requireSame(List<byte[]> expected, List<byte[]> found, String doing) {
    for (int i = 0; i < expected.size(); i++) {
      int at = Arrays.mismatch(expected.get(i), found.get(i));
      if (at >= 0) {
        throw new AssertionError(
            "%s: another byte than expected at %d: %s".formatted(doing, at, near(i, at)));
      }
    }
  }

  /** Two memories with the same content are not the same place. */
  @SuppressWarnings("ReferenceEquality")
  private String near(int memory, int at) {
    for (TestPacket specimen : specimens) {
      int start = specimen.packet().ipOffset();
      boolean here = specimen.packet().memory() == memories.get(memory);
      if (here && at >= start && at < start + specimen.packet().ipLength()) {
        return "byte %d of %s".formatted(at - start, specimen);
      }
    }
    return "between packets in " + memories.get(memory);
  }

  private static byte[] bytes(ByteBuffer memory) {
    byte[] bytes = new byte[memory.capacity()];
    memory.get(0, bytes);
    return bytes;
  }
}
