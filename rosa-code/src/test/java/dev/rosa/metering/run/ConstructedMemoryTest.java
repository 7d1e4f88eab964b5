package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects of the JDK that code makes by a constructor are charged with what the JVM allocates. */
class ConstructedMemoryTest {

  private static final int OBJECTS = 1_000;
  private static final int FUEL = 10_000_000;
  private static final long MEMORY = 16 << 20;

  /**
   * Bytes of an object with what its constructor allocates, on a JVM with compressed references.
   */
  private static final Map<String, Integer> SIZES =
      Map.of(
          "new java.util.ArrayList<Object>()", 24,
          "new java.util.Random(i)", 56,
          "new java.util.SplittableRandom(i)", 32,
          "new java.util.zip.CRC32()", 16,
          "new java.util.zip.CRC32C()", 16,
          "new java.util.zip.Adler32()", 16);

  @Test
  void shouldChargeMemoryOfEachObject() throws Throwable {
    for (Map.Entry<String, Integer> each : SIZES.entrySet()) {
      MeteredInstance app =
          MeteredBundle.app(
              """
              public void onPacket(Packet packet) {
                Object[] all = new Object[%d];
                for (int i = 0; i < all.length; i++) { all[i] = %s; }
              }
              """
                  .formatted(OBJECTS, each.getKey()));
      assertNull(app.run(new RecordingPacket(new byte[0]), FUEL, MEMORY), each.getKey());
      long least = (long) OBJECTS * each.getValue();
      assertTrue(app.bytesAllocated() >= least, () -> each.getKey() + ": " + app.bytesAllocated());
    }
  }
}
