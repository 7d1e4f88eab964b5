package dev.rosa.proxy.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are kept, compared with a list of all bytes. */
class KeptBytesTest {
  private static final int GAP = -1;

  private final KeptBytes kept = new KeptBytes(new KeptRoom(1 << 20));
  private final List<Integer> all = new ArrayList<>();
  private SplittableRandom random;

  private void grow() {
    int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 3_000 : 60);
    if (random.nextBoolean()) {
      kept.skip(length);
      for (int i = 0; i < length; i++) {
        all.add(GAP);
      }
    } else {
      ByteBuffer memory = ByteBuffer.allocate(length + 3);
      for (int i = 0; i < length; i++) {
        int value = random.nextInt(4);
        memory.put(3 + i, (byte) value);
        all.add(value);
      }
      kept.add(memory, 3, length);
    }
  }

  /** Bytes as they are from a position, with any ones in gaps. */
  private ByteBuffer repeat(int from, int length) {
    ByteBuffer memory = ByteBuffer.allocate(length);
    for (int i = 0; i < length; i++) {
      int value = all.get(from + i);
      memory.put(i, (byte) (value == GAP ? random.nextInt(9) : value));
    }
    return memory;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldCompareLikeAListOfAllBytes(long seed) {
    random = new SplittableRandom(seed);
    int compared = 0;
    for (int round = 0; round < 2_000; round++) {
      grow();
      int from = Math.max(0, all.size() - 1 - random.nextInt(6_000));
      int length = 1 + random.nextInt(Math.min(200, all.size() - from));
      int first = from;
      while (first < from + length && all.get(first) == GAP) {
        first++;
      }
      assertTrue(kept.begin() <= all.size(), "round " + round);
      if (first == from + length || first < kept.begin()) {
        continue;
      }
      compared++;
      ByteBuffer same = repeat(first, from + length - first);
      assertTrue(kept.hasSame(first, same, 0, same.capacity()), "round " + round);
      same.put(0, (byte) (same.get(0) + 1));
      assertEquals(false, kept.hasSame(first, same, 0, same.capacity()), "round " + round);
    }
    assertTrue(compared > 500, compared + " compared");
  }
}
