package dev.rosa.examples.counter;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PacketCounterTest {

  @Test
  void shouldCountPerSessionWhenStateIsGranted() {
    RecordingPacket packet = runTwice(new RecordingPacket(new byte[100]));
    assertEquals(2, packet.count("packets"));
    assertEquals(200, packet.count("bytes"));
    assertEquals(1, packet.count("sessions"));
    assertEquals(2, packet.sessionState().get(0));
    assertEquals(200, packet.sessionState().get(1));
  }

  @Test
  void shouldStillCountWhenNothingIsGranted() {
    RecordingPacket packet =
        runTwice(new RecordingPacket(new byte[100]).withoutRead().withoutModify().withoutState());
    assertEquals(2, packet.count("packets"));
    assertEquals(200, packet.count("bytes"));
    assertEquals(0, packet.count("sessions"));
  }

  @Test
  void shouldBeAdmittedWhenVerified() throws IOException {
    String path = PacketCounter.class.getName().replace('.', '/') + ".class";
    String manifest =
        "Manifest-Version: 1.0\r\nRosa-Entry-Class: " + PacketCounter.class.getName() + "\r\n\r\n";
    byte[] jar =
        CompiledBundle.zip(
            Map.of(
                "META-INF/MANIFEST.MF",
                manifest.getBytes(StandardCharsets.US_ASCII),
                path,
                Files.readAllBytes(Path.of("target/classes", path))));
    assertDoesNotThrow(
        () -> new AllowListVerifier().verify(CodeBundle.open(jar, BundleLimits.defaults())));
  }

  private static RecordingPacket runTwice(RecordingPacket packet) {
    PacketCounter counter = new PacketCounter();
    counter.start(packet);
    counter.onPacket(packet);
    counter.onPacket(packet);
    return packet;
  }
}
