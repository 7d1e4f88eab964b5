package dev.rosa.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkNameTest {

  private static final String NAME = "rosa-test/" + ProcessHandle.current().pid();

  @Test
  void shouldBeHeldByOneAtATime() throws Exception {
    Optional<NetworkName> held = NetworkName.take(NAME);
    assertTrue(held.isPresent());
    assertEquals(Optional.empty(), NetworkName.take(NAME));
    Optional<NetworkName> longer = NetworkName.take(NAME + "0");
    assertTrue(longer.isPresent());
    longer.get().close();
    held.get().close();
    Optional<NetworkName> next = NetworkName.take(NAME);
    assertFalse(next.isEmpty());
    next.get().close();
  }

  @Test
  void shouldRefuseWhatIsTooLong() {
    assertThrows(IllegalArgumentException.class, () -> NetworkName.take("x".repeat(108)));
  }
}
