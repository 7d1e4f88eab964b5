package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class PacketSocketsTest {

  @Test
  @SuppressWarnings("resource") // No socket has these descriptors: they must not be closed.
  void shouldTakeOverWhatWasWrittenDown() {
    PacketSockets sockets = PacketSockets.inherited("1000005:1000006,1000007:1000008");

    assertEquals(2, sockets.workers());
    assertEquals("1000005:1000006,1000007:1000008", sockets.text());
    assertEquals(Set.of(1000005, 1000006, 1000007, 1000008), sockets.descriptors());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5:", ":6", "5:6,", "5:6;7:8", "-1:2", "5:6:7", "1:99999999999"})
  void shouldRefuseWhatNamesNoSockets(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> PacketSockets.inherited(text));
    assertTrue(refused.getMessage().startsWith("'" + text + "' names no packet sockets"));
  }

  @Test
  void shouldRefuseARingThatIsTooSmallAndWhatIsNoAddress() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new RingOptions("rosa1", new byte[6], 1 << 18, 0, RingFormat.ACTIVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RingOptions("rosa1", new byte[5], 1 << 20, 0, RingFormat.ACTIVE));
  }
}
