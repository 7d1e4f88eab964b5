package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Test;

/** An exception that the JVM makes has a text with the names of classes, which code may keep. */
class ExceptionMemoryTest {

  private static final int CAUGHT = 100;

  @Test
  void shouldChargeTheTextOfExceptionsOfTheJvm() throws Throwable {
    String name = "N".repeat(150);
    MeteredInstance app =
        MeteredBundle.app(
            """
            static final class %1$s { }
            final Object[] kept = new Object[%2$d];
            Object one = this;
            public void onPacket(Packet packet) {
              for (int i = 0; i < kept.length; i++) {
                try { kept[i] = (%1$s) one; } catch (ClassCastException e) { kept[i] = e; }
              }
            }
            """
                .formatted(name, CAUGHT));
    assertNull(app.run(new RecordingPacket(new byte[0]), 10_000_000, 16 << 20));
    // Its text has both names twice, in up to two bytes a letter.
    long least = CAUGHT * (256L + 4L * name.length());
    assertTrue(app.bytesAllocated() >= least, () -> "charged " + app.bytesAllocated());
  }
}
