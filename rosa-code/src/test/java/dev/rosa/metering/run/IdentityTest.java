package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hash code of an object's identity differs from run to run: code may not see any. */
@Tag("jdk")
class IdentityTest {

  private static final int FUEL = 1_000_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Object()",
        "new App()",
        "this",
        "packet",
        "packet.sessionState()",
        "new int[3]",
        "getClass()",
        "(Runnable) () -> {}",
        "new StringBuilder()",
        "new ArrayDeque<>()",
        "new PriorityQueue<>()",
        "new HashMap<>().values()",
        "new TreeMap<>().values()",
        "Map.of(1, 2).values()",
        "Collections.unmodifiableCollection(new ArrayDeque<>())",
        "List.of(1).iterator()",
        "new ArrayDeque<>().descendingIterator()",
        "Comparator.naturalOrder()",
        "new Random(1)",
        "new IllegalStateException(\"text\")",
        "new PermissionDeniedException(\"text\")"
      })
  void shouldHaveNoHashCodeOfItsIdentity(String object) throws Throwable {
    RecordingPacket packet = new RecordingPacket(new byte[0]);
    MeteredInstance app =
        MeteredBundle.app(
            """
            @Override public void onPacket(Packet packet) {
              Object one = %s;
              boolean same = one.equals(one) && !one.equals(new Object());
              packet.sessionState().set(0, one.hashCode());
              packet.sessionState().set(1, Objects.hash(one));
              packet.sessionState().set(2, same ? 1 : 0);
            }
            """
                .formatted(object));
    assertNull(app.run(packet, FUEL, 1 << 20));
    assertEquals(0, packet.get(0));
    assertEquals(31, packet.get(1));
    assertEquals(1, packet.get(2));
  }

  @Test
  void shouldPayForTextOfDenial() throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            """
            @Override public void onPacket(Packet packet) {
              Object denial = new PermissionDeniedException("x".repeat(10_000));
              packet.sessionState().set(0, denial.toString().length());
            }
            """);
    RecordingPacket packet = new RecordingPacket(new byte[0]);
    assertNull(app.run(packet, FUEL, 1 << 20));
    assertEquals("dev.rosa.api.PermissionDeniedException: ".length() + 10_000, packet.get(0));
    // Both texts have two bytes a letter.
    assertTrue(app.bytesAllocated() >= 40_000, () -> "charged " + app.bytesAllocated());
  }
}
