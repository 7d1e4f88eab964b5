package net.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Test;

class SilenceDropperTest {
  private final SilenceDropper dropper = new SilenceDropper();

  @Test
  void shouldDropPacketWhenItsPayloadBeginsWithABlank() {
    RecordingPacket packet = new RecordingPacket(" silence".getBytes());
    dropper.start(packet);

    dropper.onPacket(packet);

    assertTrue(packet.isDropped());
    assertEquals(1, packet.count("dropped"));
  }

  @Test
  void shouldLetOtherPacketsPass() {
    RecordingPacket packet = new RecordingPacket("speech".getBytes());
    dropper.start(packet);

    dropper.onPacket(packet);

    assertFalse(packet.isDropped());
    assertEquals(1, packet.count("seen"));
  }
}
