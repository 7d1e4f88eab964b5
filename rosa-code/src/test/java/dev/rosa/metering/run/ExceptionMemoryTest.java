package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Test;

/** Memory of exceptions that code keeps: a text of the JVM's with names of classes, and a trace. */
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

  /** Without its text, JDK 17: 40 bytes, and 680 of the trace, whose frames may all be others'. */
  @Test
  void shouldChargeTheTraceOfExceptionsOfCode() throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            """
            final Object[] kept = new Object[%d];
            @Override public void onPacket(Packet packet) {
              for (int i = 0; i < kept.length; i++) { kept[i] = new IllegalStateException(); }
            }
            """
                .formatted(CAUGHT));
    assertNull(app.run(new RecordingPacket(new byte[0]), 10_000_000, 16 << 20));
    assertTrue(app.bytesAllocated() >= CAUGHT * 720L, () -> "charged " + app.bytesAllocated());
  }
}
