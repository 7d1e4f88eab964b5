package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the constants of an enum cost a first packet what they cost later ones. */
@Tag("jdk")
class ConstantsTest {

  private static final int FUEL = 100_000;
  private static final int MEMORY = 1 << 20;

  private final RecordingPacket packet = new RecordingPacket(new byte[] {1, 2, 3, 4});

  @Test
  void shouldTakeSameFuelWhenConstantsAreLookedUpAgain() throws Throwable {
    MeteredInstance code =
        MeteredBundle.app(
            "enum Color { RED, GREEN, BLUE }"
                + " public void onPacket(Packet packet) { Color.valueOf(\"BLUE\"); }");
    assertNull(code.run(packet, FUEL, MEMORY));
    int first = code.fuelUsed();
    long bytes = code.bytesAllocated();
    assertTrue(first > 0, "the look is paid");
    assertNull(code.run(packet, FUEL, MEMORY));
    assertEquals(first, code.fuelUsed());
    assertEquals(2 * bytes, code.bytesAllocated());
  }
}
