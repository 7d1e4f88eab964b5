package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances that take the place of others, again and again. */
@Tag("jdk")
class ManyStartsTest {

  /** JDK 17 replaces reflective calls by generated code after some 15 of them. */
  @Test
  void shouldStartInstancesWithoutEnd() throws Throwable {
    MeteredClasses classes =
        MeteredBundle.load(
            MeteredBundle.bundle("public void onPacket(Packet packet) { packet.drop(); }"));
    classes.initialise(MeteredBundle.LOADING);
    RecordingPacket packet = new RecordingPacket(new byte[1]);
    for (int i = 0; i < 60; i++) {
      MeteredInstance instance = classes.start(packet, MeteredBundle.LOADING);
      assertNull(instance.run(packet, 1_000, 1_000));
    }
  }
}
