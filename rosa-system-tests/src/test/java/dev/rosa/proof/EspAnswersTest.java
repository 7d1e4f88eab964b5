package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.Regions;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * ESP with AES-GCM (RFC 4106) against a foreign implementation, on every party that serves the
 * cipher: a format whose regions are not those of an active packet.
 */
class EspAnswersTest {

  private static final int STRIDE = 512;
  private static final List<EspVector> VECTORS = EspVector.all();

  /** Memory off the heap and on it. */
  private static List<ByteBuffer> memories() {
    int bytes = VECTORS.size() * STRIDE;
    return List.of(ByteBuffer.allocateDirect(bytes), ByteBuffer.allocate(bytes));
  }

  private static Stream<DynamicTest> onEach(Consumer<SuiteEngine> check) {
    return TestedProviders.each(
        tested -> {
          boolean serves = tested.suites().contains(Suite.AES256_GCM);
          assumeTrue(serves, () -> tested.name() + " does not serve AES-GCM");
          check.accept(tested.engineFor(Suite.AES256_GCM));
        });
  }

  private static CryptoBatch batch(SuiteEngine engine, ByteBuffer memory) {
    CryptoBatch batch = new CryptoBatch(VECTORS.size(), STRIDE);
    for (int i = 0; i < VECTORS.size(); i++) {
      EspVector vector = VECTORS.get(i);
      batch.addToOpen(memory, vector.regions(i * STRIDE), engine.prepare(vector.key()));
    }
    return batch;
  }

  private static CryptoBatch sealed(SuiteEngine engine, ByteBuffer memory) {
    for (int i = 0; i < VECTORS.size(); i++) {
      VECTORS.get(i).putSealed(memory, i * STRIDE);
    }
    return batch(engine, memory);
  }

  @TestFactory
  Stream<DynamicTest> shouldSealAsTheForeignProgramDoes() {
    return onEach(EspAnswersTest::seal);
  }

  private static void seal(SuiteEngine engine) {
    for (ByteBuffer memory : memories()) {
      for (int i = 0; i < VECTORS.size(); i++) {
        VECTORS.get(i).putClear(memory, i * STRIDE);
      }
      engine.seal(batch(engine, memory));
      for (int i = 0; i < VECTORS.size(); i++) {
        byte[] found = new byte[VECTORS.get(i).sealed().length];
        memory.get(i * STRIDE + EspVector.HEADROOM, found);
        assertArrayEquals(VECTORS.get(i).sealed(), found, "vector " + i);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldOpenPacketsOfTheForeignProgram() {
    return onEach(EspAnswersTest::open);
  }

  private static void open(SuiteEngine engine) {
    for (ByteBuffer memory : memories()) {
      CryptoBatch batch = sealed(engine, memory);
      engine.verify(batch);
      for (int i = 0; i < batch.size(); i++) {
        assertTrue(batch.isAuthentic(i), "vector " + i);
      }
      engine.open(batch);
      for (int i = 0; i < batch.size(); i++) {
        byte[] found = new byte[VECTORS.get(i).clear().length];
        batch.plaintext().get(batch.plaintextOffset(i), found);
        assertArrayEquals(VECTORS.get(i).clear(), found, "vector " + i);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldRefuseAPacketWhenAnyRegionWasChanged() {
    return onEach(EspAnswersTest::refuseChanged);
  }

  private static void refuseChanged(SuiteEngine engine) {
    for (ByteBuffer memory : memories()) {
      for (int region = 0; region < Regions.INTS; region += 2) {
        int changed = region / 2;
        CryptoBatch batch = sealed(engine, memory);
        int[] regions = VECTORS.get(changed).regions(changed * STRIDE);
        int last = regions[region] + regions[region + 1] - 1;
        memory.put(last, (byte) (memory.get(last) ^ 1));
        engine.verify(batch);
        for (int i = 0; i < batch.size(); i++) {
          assertEquals(i != changed, batch.isAuthentic(i), region + ", vector " + i);
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldRefuseRegionsThatAreNotTheSuites() {
    return onEach(EspAnswersTest::refuseRegions);
  }

  private static void refuseRegions(SuiteEngine engine) {
    for (ByteBuffer memory : memories()) {
      sealed(engine, memory);
      // Nonce and tag of other lengths, a tag elsewhere, a payload behind the memory.
      refuse(engine, memory, Regions.NONCE + 1, 8);
      refuse(engine, memory, Regions.TAG + 1, 12);
      refuse(engine, memory, Regions.TAG, 0);
      refuse(engine, memory, Regions.PAYLOAD + 1, memory.capacity());
    }
  }

  private static void refuse(SuiteEngine engine, ByteBuffer memory, int at, int value) {
    EspVector vector = VECTORS.get(0);
    int[] regions = vector.regions(0);
    regions[at] = value;
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(memory, regions, engine.prepare(vector.key()));
    assertThrows(IllegalArgumentException.class, () -> engine.verify(batch));
    assertThrows(IllegalArgumentException.class, () -> engine.seal(batch));
  }
}
